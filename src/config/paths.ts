import { dirname, join } from 'node:path';
import envPaths from 'env-paths';
import { inHome } from '../system/files.ts';
import type { Settings } from './settings.ts';

/** Where the journal lies and, beside it, the saved views, the name under which it knows the service, and whether that one's world begins anew. */
export type StoragePaths = {
  readonly path: string;
  readonly views: string | null;
  readonly service: string;
  readonly fresh: boolean;
};

/** The journal of a service, in the platform's data folder unless a setting names another file. */
export function storagePaths({ journal }: Pick<Settings, 'journal'>, service: string): StoragePaths {
  const path = journal ?? join(envPaths('spotdeck', { suffix: '' }).data, 'journal.db');
  const kept = path === ':memory:' ? null : inHome(path);
  return {
    path: kept ?? path,
    views: kept === null ? null : join(dirname(kept), 'views.json'),
    service: service.replace(/\/+$/, ''),
    fresh: false,
  };
}
