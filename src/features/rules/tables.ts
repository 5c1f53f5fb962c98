import type { Tables } from '../../journal/tables.ts';

/** After a loss all rules rehearse: what they did may be lost. */
export const tables: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS rules (
      scope TEXT, name TEXT, version TEXT NOT NULL, released INTEGER NOT NULL, held TEXT, memory TEXT, next TEXT,
      PRIMARY KEY (scope, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS rule_actions (
      id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, rule TEXT NOT NULL, at INTEGER NOT NULL, fid TEXT,
      action TEXT NOT NULL, outcome TEXT, ended INTEGER
    ) STRICT;
    CREATE INDEX IF NOT EXISTS rule_actions_by_time ON rule_actions (scope, at);
    CREATE INDEX IF NOT EXISTS rule_actions_of_project ON rule_actions (scope);
  `,
  columns: `
    SELECT scope, name, version, released, held, memory, next FROM rules LIMIT 0;
    SELECT id, scope, rule, at, fid, action, outcome, ended FROM rule_actions LIMIT 0;
  `,
  afterLoss: {
    sql: 'UPDATE rules SET released = 0, memory = NULL, next = NULL WHERE released <> 0 AND released <= ?1',
    sentence: 'Its rules rehearse until they are released again.',
  },
  withoutFile: 'no rule acts',
};
