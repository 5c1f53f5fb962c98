import type { StoragePaths } from '../config/paths.ts';
import type { Journal } from '../journal/journal.ts';
import type { Tables } from '../journal/tables.ts';
import { serviceResources } from '../resources/index.ts';

/** Open journals of this process by file: profiles that share a file share its journal. */
export type Journals = {
  /** The journal of a file, opened on first use; null once all are closed. */
  readonly at: (storage: Pick<StoragePaths, 'path' | 'service' | 'fresh'>) => Promise<Journal | null>;
  readonly close: () => void;
};

export function createJournals(now: () => number, tables: () => Promise<readonly Tables[]>): Journals {
  const open = new Map<string, Journal>();
  let closed = false;
  return {
    at: async ({ path, service, fresh }) => {
      const [{ openJournal }, all] = await Promise.all([import('../journal/journal.ts'), tables()]);
      if (closed) return null;
      const known = open.get(path);
      if (known !== undefined) return known;
      const opened = openJournal(path, now, serviceResources, all);
      open.set(path, opened);
      if (fresh) opened.forget(service);
      return opened;
    },
    close: () => {
      closed = true;
      for (const journal of open.values()) journal.close();
    },
  };
}
