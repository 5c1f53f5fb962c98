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
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTextFile, replaceFile } from '../../src/lib/regular-file.ts';

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
