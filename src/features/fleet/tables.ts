import type { Tables } from '../../journal/tables.ts';
import { DAY_MS } from '../../lib/duration.ts';

/** Ended writes are kept this long, in milliseconds. */
const OLDEST_MS = 30 * DAY_MS;

export const tables: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS fleet_writes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, at INTEGER NOT NULL, sent TEXT NOT NULL, outcome TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS fleet_writes_of_project ON fleet_writes (scope);
  `,
  columns: 'SELECT id, scope, at, sent, outcome FROM fleet_writes LIMIT 0',
  prune: [{ sql: 'DELETE FROM fleet_writes WHERE at < ? AND outcome IS NOT NULL', ageMs: OLDEST_MS }],
};
