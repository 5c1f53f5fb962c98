import * as z from 'zod';
import { type Agent, agentWords, type JournalEvent } from '../changes/change-event.ts';
import type { FileAccess, JournalDatabase } from './file.ts';
import { keyOf, type Scope } from './scope.ts';

/** A write of an agent, decided `at` milliseconds since 1970. */
type AgentWrite = { readonly agent: Pick<Agent, 'kind' | 'name'>; readonly name: string; readonly at: number };

/** An event may be this much older than its decision. */
const OLDER_MS = 2000;

type Parts = Pick<FileAccess, 'atOnce'> & { readonly parse: (row: unknown) => readonly JournalEvent[] };
const StoredEvent = z.object({ id: z.int(), payload: z.string() });

export function createSettled(file: JournalDatabase, by: string, { atOnce, parse }: Parts) {
  const getSince = file.prepare(
    'SELECT * FROM entries WHERE scope = ? AND at >= ? AND key IS NOT NULL AND by <> ? ORDER BY id DESC',
  );
  // A new identifier, so other programs read it.
  const replace = file.prepare('UPDATE entries SET id = (SELECT max(id) + 1 FROM entries), payload = ? WHERE id = ?');

  return {
    /** For a write of an ended program; `more` is added. */
    settleWrite: (scope: Scope, { agent, name, at }: AgentWrite, outcome: 'done' | 'refused', more: string): void => {
      atOnce(() => {
        for (const row of getSince.iterate(keyOf(scope), at - OLDER_MS, by)) {
          const { id, payload: text } = StoredEvent.parse(row);
          const payload = parse(row)[0]?.payload;
          if (payload?.kind !== 'noted' || payload.action?.name !== name) continue;
          const { agent: own } = payload.action;
          if (own === undefined || agentWords(own) !== agentWords(agent)) continue;
          const stored = z.looseObject({ outcome: z.string(), what: z.string() }).parse(JSON.parse(text));
          if (stored.outcome === 'sent')
            replace.run(JSON.stringify({ ...stored, outcome, what: `${stored.what}${more}` }), id);
          return;
        }
      });
    },
  };
}

const UNKNOWN = -1;

/** `costMicros`: the highest cost in the first currency; null if unknown. */
type JournalSample = { readonly at: number; readonly running: number; readonly costMicros: number | null };

const SAMPLE_MS = 10_000;

const SampleRow = z.object({ at: z.int(), running: z.int(), cost: z.int() });

export function createSamples(database: JournalDatabase, { read, atOnce }: Pick<FileAccess, 'read' | 'atOnce'>) {
  const putSample = database.prepare('INSERT OR IGNORE INTO samples VALUES (?, ?, ?, ?, ?)');
  const getSamples = database.prepare('SELECT at, running, cost FROM samples WHERE scope = ? AND at >= ? ORDER BY at');

  return {
    /** Once for all consoles. */
    sample: (scope: Scope, { at, running, costMicros }: JournalSample): void => {
      atOnce(() => putSample.run(keyOf(scope), Math.floor(at / SAMPLE_MS), at, running, costMicros ?? UNKNOWN));
    },

    samples: (scope: Scope, since: number): readonly JournalSample[] =>
      read(() =>
        getSamples.all(keyOf(scope), since).map((row) => {
          const { at, running, cost } = SampleRow.parse(row);
          return { at, running, costMicros: cost === UNKNOWN ? null : cost };
        }),
      ),
  };
}
