import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeError } from '../../../lib/os-error.ts';
import { notRegularFile } from '../../../lib/regular-file.ts';
import { inHome } from '../../../system/files.ts';
import { system } from '../../../system/system.ts';
import { type ConfigFile, ownHosts } from './own-hosts.ts';
import { parseSshConfig } from './parse-ssh-config.ts';
import { isOurs } from './ssh-config.ts';

/** Maximum number of files, and of bytes in each. */
const MAX_FILES = 500;
const MAX_BYTES = 1024 * 1024;
/** Deepest `Include` that `ssh` follows. */
const MAX_DEPTH = 16;

/** Where the operator's configuration has a host, and a sentence for each file that could not be read. */
export type KnownHosts = { readonly placeOf: ReturnType<typeof ownHosts>; readonly problems: readonly string[] };

/** Reads the operator's and the machine's `ssh` configuration with its included files, except those that spotdeck wrote. */
export function hostsOfSsh(): KnownHosts {
  const own = inHome('~/.ssh');
  const problems: string[] = [];
  let read = 0;

  const unknown = (path: string, why: string): ConfigFile => {
    const problem = `${path} can't be read: ${why}. No name that it could be about is used.`;
    if (!problems.includes(problem)) problems.push(problem);
    return { path, sections: null };
  };

  const fileAt = (path: string, folder: string, depth: number): readonly ConfigFile[] => {
    if (depth > MAX_DEPTH) return [unknown(path, `more than ${MAX_DEPTH} files include one another`)];
    if (read === MAX_FILES) return [unknown(path, `the configuration of ssh has more than ${MAX_FILES} files`)];
    try {
      const text = textOf(realpathSync(path));
      read += 1;
      const sections = parseSshConfig(text).map((section) => ({
        ...section,
        files: section.includes.flatMap((pattern) => {
          const paths = filesOf(pattern, folder);
          if (paths === null) return [unknown(pattern, 'only ssh knows which file it is')];
          return paths.flatMap((included) => fileAt(included, folder, depth + 1));
        }),
      }));
      return [{ path, sections }];
    } catch (error) {
      return isMissing(error) ? [] : [unknown(path, describeError(error))];
    }
  };

  const files = [...fileAt(join(own, 'config'), own, 0), ...fileAt('/etc/ssh/ssh_config', '/etc/ssh', 0)];
  return { placeOf: ownHosts(files), problems };
}

/**
 * Reads a file; returns an empty text for a folder, as `ssh` does, and for a file that spotdeck wrote. @throws when it
 * is neither, or too large.
 */
function textOf(path: string): string {
  const found = statSync(path);
  if (found.isDirectory()) return '';
  const other = notRegularFile(found);
  if (other !== null) throw new Error(other);
  if (found.size > MAX_BYTES) throw new Error('it is larger than a megabyte');
  const text = readFileSync(path, 'utf8');
  return isOurs(text) ? '' : text;
}

/**
 * The files of an `Include`: relative to a folder, with `~`, variables and wildcards (ssh_config(5)); null
 * when it has a variable without a value, a token, another user's home, a backslash or a class of characters.
 */
function filesOf(pattern: string, folder: string): readonly string[] | null {
  const filled = pattern
    .replace(/\$\{(\w+)\}/g, (whole, name: string) => system().environment[name] ?? whole)
    .replaceAll('%d', system().home());
  if (/%|\$\{|\\|\[:|^~[^/]/.test(filled)) return null;
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
        .slice(0, MAX_FILES + 1);
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

/** A test of names against a path segment with `*`, `?` and `[…]`; hidden names match only a segment with a leading dot (glob(7)). */
function wildcard(part: string): (name: string) => boolean {
  const source = part
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replaceAll('[!', '[^');
  const pattern = expressionOf(`^${source}$`);
  return (name) =>
    name === part || ((part.startsWith('.') || !name.startsWith('.')) && pattern !== null && pattern.test(name));
}

/** Null for an expression that is none, as of a bracket without its end. */
function expressionOf(source: string): RegExp | null {
  try {
    return new RegExp(source);
  } catch {
    return null;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
