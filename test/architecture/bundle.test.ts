import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clearTextCaches } from 'ink';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../dist/', import.meta.url));
const bundle = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(folder + name, 'utf8') }));
const having = (text: string): readonly string[] =>
  bundle.filter((file) => file.text.includes(text)).map(({ name }) => name);

test('the program that is installed has React as it is for production, and nothing of its development build', () => {
  expect(having('react.production.js')).not.toEqual([]);
  expect(having('react-reconciler.production.js')).not.toEqual([]);
  expect(having('.development.js')).toEqual([]);
});

/** The files that are loaded with some, at once; an import in parentheses waits until it is needed. */
function loadedWith(...names: readonly string[]): ReadonlySet<string> {
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    const text = bundle.find((file) => file.name === name)?.text ?? '';
    for (const [, next = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) load(next);
  };
  for (const name of names) load(name);
  return loaded;
}

/** The one file whose name begins so. */
function fileCalled(name: string): string {
  const found = bundle.filter((file) => new RegExp(`^${name}-[A-Z0-9]{8}\\.js$`).test(file.name));
  expect(found, name).toHaveLength(1);
  return found[0]?.name ?? '';
}

test('help and version load nothing of React, Ink or the HTTP client', () => {
  const loaded = loadedWith('main.js', fileCalled('run'));
  for (const heavy of ['react.production.js', 'yoga', 'FetchError'])
    expect(having(heavy).filter((name) => loaded.has(name))).toEqual([]);
});

test('commands that print and end load nothing of React or Ink', () => {
  const loaded = loadedWith('main.js', fileCalled('run'), fileCalled('bundle-commands'));
  for (const heavy of ['react.production.js', 'yoga'])
    expect(having(heavy).filter((name) => loaded.has(name))).toEqual([]);
});

test('the first frame waits for no HTTP client, no journal and no market', () => {
  const loaded = loadedWith('main.js', fileCalled('run'), fileCalled('bundle-console'));
  for (const later of ['FetchError', 'node:sqlite', 'CREATE TABLE'])
    expect(having(later).filter((name) => loaded.has(name))).toEqual([]);
});

test('the console starts from a few files: each more takes its time', () => {
  expect(loadedWith('main.js', fileCalled('run'), fileCalled('bundle-console')).size).toBeLessThan(35);
});

test('the program that is installed has the Ink that the tests run, with its patch', () => {
  const patch = readFileSync(new URL('../../patches/ink+8.0.0.patch', import.meta.url), 'utf8');
  expect(patch).toContain('+export const clearTextCaches');
  expect(clearTextCaches).toBeTypeOf('function');
  expect(having('clearTextCaches=()=>')).toHaveLength(1);
});

test('dependencies are changed by the patches in patches/ alone: the build replaces no text in them', () => {
  expect(readFileSync(new URL('../../scripts/build.js', import.meta.url), 'utf8')).not.toMatch(/plugins|onLoad/);
});
