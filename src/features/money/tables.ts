import type { Tables } from '../../journal/tables.ts';

/** The steps of bids, and when their lists were read. */
export const tables: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS step_bids (
      id INTEGER PRIMARY KEY, scope TEXT NOT NULL, bid TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, region TEXT NOT NULL,
      UNIQUE (scope, bid)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS steps (
      id INTEGER, at INTEGER, since INTEGER NOT NULL, state TEXT NOT NULL, price TEXT, quantity INTEGER NOT NULL,
      running INTEGER NOT NULL, ending INTEGER, PRIMARY KEY (id, at)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS steps_by_time ON steps (at);
    CREATE TABLE IF NOT EXISTS observed (
      scope TEXT, began INTEGER, ended INTEGER NOT NULL, PRIMARY KEY (scope, began)
    ) STRICT, WITHOUT ROWID;
  `,
  columns: `
    SELECT id, scope, bid, name, type, region FROM step_bids LIMIT 0;
    SELECT id, at, since, state, price, quantity, running, ending FROM steps LIMIT 0;
    SELECT scope, began, ended FROM observed LIMIT 0;
  `,
  migrations: [{ before: 8, table: 'steps', column: 'ending', sql: 'ALTER TABLE steps ADD COLUMN ending INTEGER' }],
  forget: 'DELETE FROM steps WHERE id IN (SELECT id FROM step_bids WHERE substr(scope, 1, length(?1)) = ?1)',
};
