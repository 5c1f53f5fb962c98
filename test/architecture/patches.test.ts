import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { applyMissing, isApplied } from '../../scripts/patches.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const names = readdirSync(join(root, 'patches'));
const textOf = (name: string): string => readFileSync(join(root, 'patches', name), 'utf8');

function copyOfPatched(): string {
  const copy = mkdtempSync(join(tmpdir(), 'spotdeck-patches-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(join(root, 'patches'), join(copy, 'patches'), { recursive: true });
  for (const [, path = ''] of names.flatMap((name) => [...textOf(name).matchAll(/^\+\+\+ b\/(.*)$/gm)])) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  return copy;
}

test('the installed dependencies have every patch', () => {
  expect(names.filter((name) => !isApplied(textOf(name), root))).toEqual([]);
});

test.each(names)('a build without the patch %s applies it', (name) => {
  const copy = copyOfPatched();
  execFileSync('git', ['apply', '--reverse', join('patches', name)], { cwd: copy });
  expect(isApplied(textOf(name), copy)).toBe(false);
  expect(applyMissing(copy)).toEqual([]);
  expect(isApplied(textOf(name), copy)).toBe(true);
});

test('a patch that has changed since the dependencies were installed is named', () => {
  const copy = copyOfPatched();
  const [name = ''] = names;
  const changed = textOf(name).replace('+export const clearTextCaches', '+export const clearAllTextCaches');
  expect(changed).not.toBe(textOf(name));
  writeFileSync(join(copy, 'patches', name), changed);
  expect(applyMissing(copy)).toEqual([name]);
});
