import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTextFile, replaceFile } from '../../src/lib/files.ts';
import { makeFolder } from '../../src/lib/folders.ts';
import { newPath } from '../journal/snapshots.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'replaced-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  mkdirSync(join(path, 'dotfiles'));
  return path;
}

test.each([
  ['a link', [['config', 'dotfiles/config']], true],
  [
    'a link to a link',
    [
      ['config', 'other'],
      ['other', 'dotfiles/config'],
    ],
    true,
  ],
  ['a link to a file that is not there yet', [['config', 'dotfiles/config']], false],
] as const)('%s stays, and the file that it leads to is written', (_, links, isThere) => {
  const at = folder();
  const target = join(at, 'dotfiles/config');
  if (isThere) writeFileSync(target, 'before');
  for (const [name, to] of links) symlinkSync(to, join(at, name));
  replaceFile(join(at, 'config'), 'after');
  for (const [name, to] of links) expect(readlinkSync(join(at, name))).toBe(to);
  expect(readFileSync(target, 'utf8')).toBe('after');
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

test('links in a circle, and the link of another user, are refused and stay', () => {
  const at = folder();
  symlinkSync('b', join(at, 'a'));
  symlinkSync('a', join(at, 'b'));
  expect(() => replaceFile(join(at, 'a'), 'x')).toThrow('its symbolic links lead in a circle');
  symlinkSync('dotfiles/config', join(at, 'theirs'));
  lchownSync(join(at, 'theirs'), 12_345, 12_345);
  expect(() => replaceFile(join(at, 'theirs'), 'x')).toThrow('it is a symbolic link of another user');
  expect(lstatSync(join(at, 'theirs')).isSymbolicLink()).toBe(true);
  expect(existsSync(join(at, 'dotfiles/config'))).toBe(false);
});

test.skipIf(process.platform !== 'linux')('what looks like a file and is the kernel’s is not read', () => {
  expect(() => readTextFile('/proc/self/status')).toThrow('it is a file of the kernel');
});

const within = (...names: readonly string[]): string => join(dirname(newPath()), ...names);

test('a folder is made with those above it, for this user alone, and one that is there stays', () => {
  const folder = within('a', 'b', 'c');
  makeFolder(folder);
  for (const path of [folder, dirname(folder)]) expect(statSync(path).mode & 0o777).toBe(0o700);
  const open = within('open');
  mkdirSync(open, { mode: 0o755 });
  makeFolder(open);
  makeFolder('/');
  expect(statSync(open).mode & 0o777).toBe(0o755);
});

test('where no folder can be made this is said at once', () => {
  const file = within('file');
  writeFileSync(file, '');
  const link = within('link');
  symlinkSync(within('nowhere'), link);
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(join(file, 'a'))).toThrow('ENOTDIR');
  expect(() => makeFolder(link)).toThrow('EEXIST');
  expect(() => makeFolder(join(link, 'a'))).toThrow('EEXIST');
  expect(existsSync(within('nowhere'))).toBe(false);
});

test.skipIf(process.platform !== 'linux')('a file system that makes no folders is not asked for ever', () => {
  expect(() => makeFolder('/proc/nope')).toThrow('ENOENT');
  expect(() => makeFolder('/proc/nope/a/b')).toThrow('ENOENT');
});
