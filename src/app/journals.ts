import type { StoragePaths } from '../config/paths.ts';
import type { Journal } from '../journal/journal.ts';
import type { Tables } from '../journal/tables.ts';
import { serviceResources } from '../resources/index.ts';

/** Where a service has its journal, and what that begins with. */
type JournalPlace = Pick<StoragePaths, 'path' | 'service' | 'fresh' | 'past'>;

/** Open journals of this process by file: profiles that share a file share its journal. */
export type Journals = {
  /** The journal of a file, opened on first use; null once all are closed. */
  readonly at: (storage: JournalPlace) => Promise<Journal | null>;
  readonly close: () => void;
};

export function createJournals(now: () => number, tables: () => Promise<readonly Tables[]>): Journals {
  const open = new Map<string, Journal>();
  let closed = false;
  return {
    at: async ({ path, service, fresh, past: pastOf }) => {
      const [{ openJournal }, all, past] = await Promise.all([
        import('../journal/journal.ts'),
        tables(),
        pastOf?.() ?? null,
      ]);
      const writing = past === null ? null : await import('../journal/past.ts');
      if (closed) return null;
      const known = open.get(path);
      const opened = known ?? openJournal(path, now, serviceResources, all);
      open.set(path, opened);
      if (fresh && known === undefined) opened.forget(service);
      if (past !== null) writing?.writePast(opened.access, { service, project: past.project }, past);
      return opened;
    },
    close: () => {
      closed = true;
      for (const journal of open.values()) journal.close();
    },
  };
}
