import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readTextFile } from '../../../lib/files.ts';
import { describeError } from '../../../lib/os-error.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { inHome } from '../../../system/files.ts';
import { isOurs } from './ssh-config.ts';

/** Most files that are read. */
const MAX_FILES = 500;

/**
 * Whether the operator's or the machine's configuration of `ssh` may be for a host: a `Host` or `Match` line has it as a name or within a
 * pattern, or connections go through it. What applies to every host, or to all but some, is for none. Files that spotdeck wrote do not count.
 * @throws {CommandFailure} when a file can't be read: its hosts could be replaced.
 */
export function ownHosts(): (name: string) => boolean {
  const patterns: string[] = [];
  const seen = new Set<string>();

  const read = (path: string, folder: string): void => {
    const text = textOf(path, seen);
    for (const line of text.split('\n')) {
      const [keyword = '', ...words] = wordsOf(line);
      if (/^(?:host|match)$/i.test(keyword)) patterns.push(...words.filter((word) => /^[^!]*[^!*?]/.test(word)));
      else if (/^proxyjump$/i.test(keyword)) patterns.push(...words.map(hostOfJump));
      else if (/^include$/i.test(keyword))
        for (const word of words) for (const included of filesOf(word, folder)) read(included, folder);
    }
  };

  const own = inHome('~/.ssh');
  read(join(own, 'config'), own);
  read('/etc/ssh/ssh_config', '/etc/ssh');
  const tests = patterns.map(wildcard);
  return (name) => tests.some((test) => test.test(name));
}

/** A file that was not read yet; an empty text for one that was, that is missing, that is a folder, and that spotdeck wrote. */
function textOf(path: string, seen: Set<string>): string {
  try {
    const real = realpathSync(path);
    if (seen.has(real) || statSync(real).isDirectory()) return '';
    seen.add(real);
    if (seen.size > MAX_FILES) throw new Error(`the configuration of ssh has more than ${MAX_FILES} files`);
    const text = readTextFile(real);
    return isOurs(text) ? '' : text;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return '';
    throw unread(path, describeError(error));
  }
}

const unread = (path: string, why: string): CommandFailure =>
  new CommandFailure(
    EXIT.refused,
    `${path} can't be read: ${why}. Nothing was written, since its hosts could be replaced.`,
  );

/** The words of a line of ssh_config(5) without its comment, quotes and separators. */
const wordsOf = (line: string): readonly string[] =>
  line
    .replace(/(?:^|\s)#.*/, '')
    .replace(/["'=,]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

/** The host in `user@host:port` or `ssh://user@host:port`. */
const hostOfJump = (jump: string): string =>
  jump
    .replace(/^ssh:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/:\d+$/, '');

/** The files of an `Include`, with `~` and wildcards. @throws {CommandFailure} where only `ssh` knows which files it means. */
function filesOf(pattern: string, folder: string): readonly string[] {
  const filled = pattern.replaceAll('%d', inHome('~'));
  if (/[%$\\[]|^~[^/]/.test(filled)) throw unread(pattern, 'only ssh knows which files it means');
  const path = filled.startsWith('~') ? inHome(filled) : resolve(folder, filled);
  return path
    .split('/')
    .reduce<readonly string[]>(
      (folders, part) => folders.flatMap((one) => (/[*?]/.test(part) ? namesIn(one, part) : [join(one, part)])),
      ['/'],
    );
}

/** The paths in a folder whose names a pattern matches: hidden ones only where it begins with a dot (glob(7)). */
function namesIn(folder: string, pattern: string): readonly string[] {
  const test = wildcard(pattern);
  try {
    return readdirSync(folder)
      .filter((name) => test.test(name) && (pattern.startsWith('.') || !name.startsWith('.')))
      .map((name) => join(folder, name));
  } catch {
    // Like ssh, ignores a missing folder.
    return [];
  }
}

/** A test of names, in any case, against a pattern with `*` and `?`. */
function wildcard(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'i');
}
