import type { Tables } from '../../journal/tables.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { IDLE_FIELD, idleness } from './idle.ts';

/** Idleness is kept as long as events, in milliseconds. */
const OLDEST_MS = 90 * DAY_MS;

/** When idle machines were last seen at rest. */
export const tables: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS idle_seen (
      scope TEXT, fid TEXT, at INTEGER NOT NULL, PRIMARY KEY (scope, fid)
    ) STRICT, WITHOUT ROWID;
  `,
  columns: 'SELECT scope, fid, at FROM idle_seen LIMIT 0',
  fields: { [IDLE_FIELD]: idleness() },
  prune: [{ sql: 'DELETE FROM idle_seen WHERE at < ?1', ageMs: OLDEST_MS }],
};
