import { existsSync } from 'node:fs';
import { storagePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { Scope } from '../journal/scope.ts';
import { serviceResources } from '../resources/index.ts';
import type { Features } from '../store/features.ts';
import { writeErrorLine } from '../system/streams.ts';
import { system } from '../system/system.ts';

/** What a command has read from the journal; `isUsable` is false when the journal could not be read. */
type FromJournal<Read> = { readonly read: Read; readonly isUsable: boolean };

/**
 * Reads the journal for a command that ends at once, and says on stderr what is wrong with it. Null when there is none yet: it is not
 * created. `service` is the name of the service in the journal.
 */
export async function readJournal<Read>(
  features: Features,
  settings: Settings,
  { baseUrl, projects }: { readonly baseUrl: string; readonly projects: readonly string[] },
  read: (journal: Journal, scopes: readonly Scope[], service: string) => Read,
): Promise<FromJournal<Read> | null> {
  const { path, service } = storagePaths(settings, baseUrl);
  if (!existsSync(path)) return null;
  const journal = openJournal(path, system().clock.now, serviceResources, await features.tables());
  try {
    const found = read(
      journal,
      projects.map((project) => ({ service, project })),
      service,
    );
    const news = journal.news();
    if (news !== null) writeErrorLine(news);
    return { read: found, isUsable: journal.warning() === null };
  } finally {
    journal.close();
  }
}
