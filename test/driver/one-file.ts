import { execFileSync } from 'node:child_process';

/** Null where none is made. */
const target =
  process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64') ? `linux-${process.arch}` : null;

/** Tests without it are skipped, and counted. */
export const hasOneFile = target !== null;

let made: string | null = null;

/** Made once for each build, in seconds, in `node_modules/.cache`. */
export function oneFile(): string {
  made ??= execFileSync(process.execPath, ['scripts/executable.js', '--cached', target ?? ''], {
    encoding: 'utf8',
  }).trim();
  return made;
}
