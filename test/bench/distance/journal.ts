import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { BenchList } from '../service/start.ts';

/** Reads the journal that a console writes meanwhile. */
export type JournalReader = {
  /**
   * When it was first read here, at or after a time, that a row has a status; null when it has not been yet. It is read
   * with each call: the entry itself only has the time at which the console requested the row. Milliseconds since 1970.
   */
  readonly statusSeen: (list: BenchList, name: string, status: string, from: number) => number | null;
  readonly close: () => void;
};

/** Opens a journal, also one that is not there yet. */
export function readJournal(path: string, now: () => number = Date.now): JournalReader {
  const seen = new Map<string, number>();
  let database: DatabaseSync | null = null;
  let last = 0;
  const readOn = (): void => {
    if (!existsSync(path)) return;
    database ??= new DatabaseSync(path, { readOnly: true });
    const events = database.prepare('SELECT id, payload FROM entries WHERE id > ? ORDER BY id').all(last);
    for (const { id, payload } of events) {
      last = Number(id);
      const { kind, list, name, field, to } = JSON.parse(String(payload));
      if (kind === 'seen' && field === 'status') seen.set(keyOf(list, name, to), now());
    }
  };
  return {
    statusSeen: (list, name, status, from) => {
      try {
        readOn();
      } catch {
        // The console has locked the file, or has no tables in it yet: the next call reads on.
      }
      const at = seen.get(keyOf(list, name, status));
      return at === undefined || at < from ? null : at;
    },
    close: () => database?.close(),
  };
}

const keyOf = (list: string, name: string, status: string): string => `${list} ${name} ${status}`;
