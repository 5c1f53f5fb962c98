import { execFileSync } from 'node:child_process';

/** The target of `scripts/executable.js` for this machine; null on one that it makes none for here. */
const target =
  process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64') ? `linux-${process.arch}` : null;

/** Whether a single executable can be made and started here; tests of it are skipped, and counted, elsewhere. */
export const hasOneFile = target !== null;

let made: string | null = null;

/** The path of the single executable of the built program. It is made once for a build, in seconds, and kept in `node_modules/.cache`. */
export function oneFile(): string {
  made ??= execFileSync(process.execPath, ['scripts/executable.js', '--cached', target ?? ''], {
    encoding: 'utf8',
  }).trim();
  return made;
}
