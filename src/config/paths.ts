import { dirname, join } from 'node:path';
import envPaths from 'env-paths';
import { inHome } from '../system/files.ts';
import type { Settings } from './settings.ts';

/** Paths of the journal and the saved views, the service's name in the journal, and whether the service is a new market without a past. */
export type StoragePaths = {
  readonly path: string;
  readonly views: string | null;
  readonly service: string;
  readonly fresh: boolean;
};

/** The paths for a service: the journal that the settings name, or the default in the platform's data folder. */
export function storagePaths({ journal }: Pick<Settings, 'journal'>, service: string): StoragePaths {
  const path = journal ?? join(envPaths('spotdeck', { suffix: '' }).data, 'journal.db');
  const file = path === ':memory:' ? null : inHome(path);
  return {
    path: file ?? path,
    views: file === null ? null : join(dirname(file), 'views.json'),
    service: service.replace(/\/+$/, ''),
    fresh: false,
  };
}

/** The file that keeps the demo's market between runs. */
export function demoFile(): string {
  return join(envPaths('spotdeck', { suffix: '' }).data, 'market.db');
}
