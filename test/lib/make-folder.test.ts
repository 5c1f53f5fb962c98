import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/lib/make-folder.ts';
import { newPath } from '../journal/snapshots.ts';

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
