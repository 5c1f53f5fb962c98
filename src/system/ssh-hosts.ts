import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeError } from '../lib/os-error.ts';
import { parseHosts } from '../ssh/parse-ssh-config.ts';
import { isOurs } from '../ssh/ssh-config.ts';
import { inHome } from './files.ts';

/** Maximum number of files, and of bytes in each. */
const MAX_FILES = 500;
const MAX_BYTES = 1024 * 1024;

/** Hosts that `ssh` knows, and a sentence for each file that could not be read. */
export type KnownHosts = { readonly hosts: ReadonlySet<string>; readonly problems: readonly string[] };

type File = { readonly path: string; readonly folder: string };

/** Reads the hosts of the operator's and the machine's `ssh` configuration with its included files, except those that spotdeck wrote. */
export function hostsOfSsh(): KnownHosts {
  const own = inHome('~/.ssh');
  const waiting: File[] = [
    { path: join(own, 'config'), folder: own },
    { path: '/etc/ssh/ssh_config', folder: '/etc/ssh' },
  ];
  // Every machine has it in /etc/hosts.
  const hosts = new Set(['localhost']);
  const problems: string[] = [];
  const seen = new Set<string>();
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (seen.size >= MAX_FILES) {
      problems.push(`The configuration of ssh includes more than ${MAX_FILES} files; hosts in the rest are not known.`);
      break;
    }
    const { folder, path } = file;
    try {
      const real = realpathSync(path);
      if (seen.has(real)) continue;
      seen.add(real);
      const { hosts: named, includes } = parseHosts(textOf(real));
      for (const host of named) hosts.add(host);
      waiting.push(
        ...includes.flatMap((pattern) => filesOf(pattern, folder)).map((found) => ({ path: found, folder })),
      );
    } catch (error) {
      if (isMissing(error)) continue;
      problems.push(`${path} can't be read: ${describeError(error)}. Hosts in it are not known.`);
    }
  }
  return { hosts, problems };
}

/** Reads a file; returns an empty text for one that spotdeck wrote. @throws when it is no regular file, or too large. */
function textOf(path: string): string {
  const found = statSync(path);
  if (!found.isFile()) throw new Error('it is not a file');
  if (found.size > MAX_BYTES) throw new Error('it is larger than a megabyte');
  const text = readFileSync(path, 'utf8');
  return isOurs(text) ? '' : text;
}

/** Returns the files of an `Include`: relative to a folder, with `~`, variables and wildcards (ssh_config(5)). */
function filesOf(pattern: string, folder: string): readonly string[] {
  const filled = pattern
    .replace(/\$\{(\w+)\}/g, (_, name: string) => process.env[name] ?? '')
    .replaceAll('%d', homedir());
  const path = filled.startsWith('~') ? inHome(filled) : resolve(folder, filled);
  return path.split('/').reduce<readonly string[]>(
    (folders, part) => {
      if (!/[*?[]/.test(part)) return folders.map((one) => join(one, part));
      const fits = wildcard(part);
      return folders
        .flatMap((one) =>
          namesIn(one)
            .filter(fits)
            .map((name) => join(one, name)),
        )
        .slice(0, MAX_FILES);
    },
    ['/'],
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Like ssh, ignores a missing file.
    return [];
  }
}

/** Returns a test of names against a path segment with `*`, `?` and `[…]`; hidden names match only a segment with a leading dot (glob(7)). */
function wildcard(part: string): (name: string) => boolean {
  const source = part
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replaceAll('[!', '[^');
  const pattern = expressionOf(`^${source}$`);
  return (name) => (part.startsWith('.') || !name.startsWith('.')) && pattern.test(name);
}

function expressionOf(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch {
    return /$^/;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
