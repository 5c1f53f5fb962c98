import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { inHome } from '../system/files.ts';
import { ownFolders } from '../system/own-folders.ts';
import type { Settings } from './settings.ts';

/** Paths of the journal and the saved views, the service's name in the journal, and whether the service is a new market without a past. */
export type StoragePaths = {
  readonly path: string;
  readonly views: string | null;
  readonly service: string;
  readonly fresh: boolean;
  /** Size of the journal in bytes above which its oldest events go; without it as usual. */
  readonly maxBytes?: number | null;
  /** The simulated past of a market that has just begun, or null; without it the service has only what was seen of it. */
  readonly past?: () => Promise<SimulatedPast | null>;
};

/** The simulated past of a project: its text, and the world it leads to, which began at a time in milliseconds since 1970. */
export type SimulatedPast = {
  readonly project: string;
  readonly text: string;
  readonly begunAt: number;
  readonly fids: readonly string[];
};

type JournalSettings = Pick<Settings, 'journal' | 'journalMax'>;

/** The paths for a service: the journal that the settings name, or the default in the platform's data folder. */
export function storagePaths({ journal, journalMax }: JournalSettings, service: string): StoragePaths {
  const path = journal ?? join(ownFolders().data, 'journal.db');
  const file = path === ':memory:' ? null : inHome(path);
  return {
    path: file ?? path,
    views: file === null ? null : join(dirname(file), 'views.json'),
    service: service.replace(/\/+$/, ''),
    fresh: false,
    maxBytes: journalMax,
  };
}

/**
 * The paths for a market of the demo. Without a setting its journal is a file of its own, so that nothing of the demo gets among what was seen
 * of services. A market from before there was one goes on with the file that it has.
 */
export function demoPaths(settings: JournalSettings, market: string, fresh: boolean): StoragePaths {
  const own = join(ownFolders().data, 'demo-journal.db');
  const isEarlier = !fresh && existsSync(market) && !existsSync(own);
  const service = `demo ${resolve(market)}`;
  if (market === ':memory:') return { ...storagePaths({ ...settings, journal: market }, service), fresh };
  return { ...storagePaths({ ...settings, journal: settings.journal ?? (isEarlier ? null : own) }, service), fresh };
}

/** The file that keeps the demo's market between runs. */
export function demoFile(): string {
  return join(ownFolders().data, 'market.db');
}
