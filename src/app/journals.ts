import type { JournalEvent } from '../changes/change-event.ts';
import type { StoragePaths } from '../config/paths.ts';
import { type AsyncJournal, journalRecords, type OpenedJournal, type Unwritten } from '../journal/async-journal.ts';
import type { Scope } from '../journal/scope.ts';
import type { Tables } from '../journal/tables.ts';
import { joinedClauses } from '../lib/words.ts';
import { serviceResources } from '../resources/index.ts';

type JournalPlace = Pick<StoragePaths, 'path' | 'maxBytes' | 'service' | 'fresh' | 'past'>;

export type OpenJournal = (path: string, maxBytes: number | null) => Promise<OpenedJournal>;

export type Journals = ReturnType<typeof createJournals>;

/** Opens each journal once, by its file: profiles may share one. */
export function createJournals(openJournal: OpenJournal) {
  const open = new Map<string, Promise<OpenedJournal>>();
  let closed = false;
  return {
    /** Null once all are closed. */
    at: async ({ path, maxBytes = null, service, fresh, past: pastOf }: JournalPlace): Promise<AsyncJournal | null> => {
      if (closed) return null;
      const isNew = !open.has(path);
      const opening = open.get(path) ?? openJournal(path, maxBytes);
      open.set(path, opening);
      const past = (await pastOf?.()) ?? null;
      const journal = await opening;
      if (closed) return null;
      if (fresh && isNew) await journal.act(journalRecords, 'forget', service);
      if (past !== null) {
        const { pastRecords } = await import('../journal/past.ts');
        await journal.act(pastRecords, 'writePast', { service, project: past.project }, past);
      }
      return closed ? null : journal;
    },
    /** Returns a sentence about unwritten data; null without any. */
    close: async (): Promise<string | null> => {
      closed = true;
      // A journal that failed to open has nothing to write, and its caller has the error.
      const opened = (await Promise.allSettled(open.values())).flatMap((one) =>
        one.status === 'fulfilled' ? one.value : [],
      );
      return unwrittenSentence((await Promise.all(opened.map((journal) => journal.close()))).flat());
    },
  };
}

const unwrittenSentence = (unwritten: Unwritten): string | null =>
  unwritten.length === 0
    ? null
    : `The journal did not take everything in time. Not written: ${joinedClauses(unwritten)}.`;

/** Oldest first. */
export const eventsOf = (journal: AsyncJournal, scopes: readonly Scope[]): Promise<readonly JournalEvent[]> =>
  journal.ask(journalRecords, 'recent', scopes, Number.MAX_SAFE_INTEGER);

export const journalsHere =
  (now: () => number, tables: () => Promise<readonly Tables[]>): OpenJournal =>
  async (path, maxBytes) => {
    const [{ openJournal }, { sameThread }, all] = await Promise.all([
      import('../journal/journal.ts'),
      import('../journal/same-thread.ts'),
      tables(),
    ]);
    return sameThread(openJournal(path, now, serviceResources, all, maxBytes));
  };
