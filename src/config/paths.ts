import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { inHome } from '../system/files.ts';
import { ownFolders } from '../system/own-folders.ts';
import type { Settings } from './settings.ts';

/** `fresh`: a new market; earlier records go. */
export type StoragePaths = {
  readonly path: string;
  readonly views: string | null;
  readonly service: string;
  readonly fresh: boolean;
  /** Largest journal in bytes; by default the usual size. */
  readonly maxBytes?: number | null;
  /** For a market just begun; without it only the seen past. */
  readonly past?: () => Promise<SimulatedPast | null>;
};

/** `begunAt` is in milliseconds since 1970. */
export type SimulatedPast = {
  readonly project: string;
  readonly text: string;
  readonly begunAt: number;
  readonly fids: readonly string[];
};

type JournalSettings = Pick<Settings, 'journal' | 'journalMax'>;

/** The paths for a service. */
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

/** The paths for a demo. It has a journal of its own, beside those of services. An older market keeps its journal. */
export function demoPaths(settings: JournalSettings, market: string, fresh: boolean): StoragePaths {
  const own = join(ownFolders().data, 'demo-journal.db');
  const isEarlier = !fresh && existsSync(market) && !existsSync(own);
  const service = `demo ${resolve(market)}`;
  if (market === ':memory:') return { ...storagePaths({ ...settings, journal: market }, service), fresh };
  return { ...storagePaths({ ...settings, journal: settings.journal ?? (isEarlier ? null : own) }, service), fresh };
}

/** Keeps the demo's market between runs. */
export function demoFile(): string {
  return join(ownFolders().data, 'market.db');
}
