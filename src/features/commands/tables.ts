import type { Tables } from '../../journal/tables.ts';

const COLUMNS = `
  scope TEXT, fid TEXT, began INTEGER, seen INTEGER NOT NULL, label TEXT NOT NULL, placeholders TEXT NOT NULL, started INTEGER,
  PRIMARY KEY (scope, fid, began)`;

/** `started` is null while an occasion waits for its program. Earlier versions had one claim for each bid. */
export const tables: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS preemptions (${COLUMNS}) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS thin_bids (${COLUMNS}) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS claims (
      scope TEXT, what TEXT, at INTEGER NOT NULL, PRIMARY KEY (scope, what)
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO preemptions SELECT scope, substr(what, 9), at, at, '', '{}', at FROM claims WHERE what LIKE 'told of %';
    DELETE FROM claims;
  `,
  columns: ['preemptions', 'thin_bids']
    .map((table) => `SELECT scope, fid, began, seen, label, placeholders, started FROM ${table} LIMIT 0;`)
    .join('\n'),
  prune: ['preemptions', 'thin_bids'].map((table) => ({
    sql: `DELETE FROM ${table} WHERE seen < ?`,
    ageMs: 172_800_000,
  })),
};
