import type { Tables } from '../../journal/tables.ts';

/** Earlier programs do not know `step_endings`, `charges` and `charged`. */
export const tables: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS step_bids (
      id INTEGER PRIMARY KEY, scope TEXT NOT NULL, bid TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, region TEXT NOT NULL,
      UNIQUE (scope, bid)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS steps (
      id INTEGER, at INTEGER, since INTEGER NOT NULL, state TEXT NOT NULL, price TEXT, quantity INTEGER NOT NULL,
      running INTEGER NOT NULL, PRIMARY KEY (id, at)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS steps_by_time ON steps (at);
    CREATE TABLE IF NOT EXISTS step_endings (
      id INTEGER, at INTEGER, ending INTEGER NOT NULL, PRIMARY KEY (id, at)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER IF NOT EXISTS step_deleted AFTER DELETE ON steps BEGIN
      DELETE FROM step_endings WHERE id = OLD.id AND at = OLD.at;
    END;
    CREATE TRIGGER IF NOT EXISTS step_moved AFTER UPDATE OF at ON steps BEGIN
      UPDATE OR REPLACE step_endings SET at = NEW.at WHERE id = OLD.id AND at = OLD.at;
    END;
    CREATE TABLE IF NOT EXISTS observed (
      scope TEXT, began INTEGER, ended INTEGER NOT NULL, PRIMARY KEY (scope, began)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS charges (
      id INTEGER, began INTEGER, ended INTEGER NOT NULL, instances INTEGER NOT NULL, cost TEXT NOT NULL,
      PRIMARY KEY (id, began)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS charges_by_time ON charges (began);
    CREATE TABLE IF NOT EXISTS charged (
      scope TEXT PRIMARY KEY, began INTEGER NOT NULL, ended INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER IF NOT EXISTS step_bid_deleted AFTER DELETE ON step_bids BEGIN
      DELETE FROM charges WHERE id = OLD.id;
    END;
  `,
  columns: `
    SELECT id, scope, bid, name, type, region FROM step_bids LIMIT 0;
    SELECT id, at, since, state, price, quantity, running FROM steps LIMIT 0;
    SELECT id, at, ending FROM step_endings LIMIT 0;
    SELECT scope, began, ended FROM observed LIMIT 0;
    SELECT id, began, ended, instances, cost FROM charges LIMIT 0;
    SELECT scope, began, ended FROM charged LIMIT 0;
  `,
  forget: 'DELETE FROM steps WHERE id IN (SELECT id FROM step_bids WHERE substr(scope, 1, length(?1)) = ?1)',
};
