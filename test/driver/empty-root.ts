import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Variables } from './environment.ts';
import { oneFile } from './one-file.ts';

const UNSHARE = '/usr/bin/unshare';

/** Tests without another root are skipped, and counted. */
export const canChangeRoot =
  process.platform === 'linux' && spawnSync(UNSHARE, ['--map-root-user', '--mount', '--root=/', 'true']).status === 0;

/** The single executable with its libraries, and nothing else. */
export type EmptyRoot = {
  readonly folder: string;
  /** Starts `/spotdeck` in there; its arguments follow. */
  readonly command: string;
  readonly args: readonly string[];
  /** Removes variables of missing folders. */
  readonly env: Variables;
};

const WITHOUT_FOLDERS: Variables = {
  HOME: undefined,
  TMPDIR: undefined,
  SHELL: undefined,
  XDG_CONFIG_HOME: undefined,
  XDG_DATA_HOME: undefined,
  XDG_STATE_HOME: undefined,
  XDG_CACHE_HOME: undefined,
  XDG_RUNTIME_DIR: undefined,
};

/** Until the end of the test. */
export function openEmptyRoot({ readOnly = false } = {}): EmptyRoot {
  const folder = mkdtempSync(join(tmpdir(), 'root'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = oneFile();
  const libraries = execFileSync('ldd', [file], { encoding: 'utf8' }).match(/\/\S+(?= \()/g) ?? [];
  for (const library of libraries) {
    mkdirSync(join(folder, dirname(library)), { recursive: true });
    copyFileSync(library, join(folder, library));
  }
  copyFileSync(file, join(folder, 'spotdeck'));
  const mounted = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec chroot "$0" /spotdeck "$@"';
  return {
    folder,
    command: UNSHARE,
    args: readOnly
      ? ['--map-root-user', '--mount', '--wd=/', '/bin/sh', '-c', mounted, folder]
      : ['--map-root-user', `--root=${folder}`, '--wd=/', '/spotdeck'],
    env: WITHOUT_FOLDERS,
  };
}
