import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clearTextCaches } from 'ink';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../dist/', import.meta.url));
const bundle = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(folder + name, 'utf8') }));
const filesWith = (text: string): readonly string[] =>
  bundle.filter((file) => file.text.includes(text)).map(({ name }) => name);

test('the bundle has the production build of React and no code of the development build', () => {
  expect(filesWith('react.production.js')).not.toEqual([]);
  expect(filesWith('react-reconciler.production.js')).not.toEqual([]);
  expect(filesWith('.development.js')).toEqual([]);
});

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

function fileNamed(name: string): string {
  const found = bundle.filter((file) => new RegExp(`^${name}-[A-Z0-9]{8}\\.js$`).test(file.name));
  expect(found, name).toHaveLength(1);
  return found[0]?.name ?? '';
}

test('help and version load no code of React, Ink or the HTTP client', () => {
  const loaded = loadedWith('main.js', fileNamed('run'));
  for (const heavy of ['react.production.js', 'yoga', 'FetchError'])
    expect(filesWith(heavy).filter((name) => loaded.has(name))).toEqual([]);
});

test('commands without a screen load no code of React or Ink', () => {
  const loaded = loadedWith('main.js', fileNamed('run'), fileNamed('bundle-commands'), fileNamed('bundle-get'));
  for (const heavy of ['react.production.js', 'yoga'])
    expect(filesWith(heavy).filter((name) => loaded.has(name))).toEqual([]);
});

test('commands that print and end import neither child_process nor all that Node makes of process', () => {
  const loaded = loadedWith('main.js', fileNamed('run'), fileNamed('bundle-commands'), fileNamed('bundle-get'));
  const imported = bundle.filter(
    ({ name, text }) => loaded.has(name) && /from"(node:)?(child_process|process)"/.test(text),
  );
  expect(imported.map(({ name }) => name)).toEqual([]);
});

test('no dependency asks for one of Node’s own modules in a way that an ES module has not', () => {
  expect(filesWith('__require("')).toEqual([]);
});

test('the first frame waits for no HTTP client, no journal and no market', () => {
  const loaded = loadedWith('main.js', fileNamed('run'), fileNamed('bundle-console'));
  for (const later of ['FetchError', 'node:sqlite', 'CREATE TABLE'])
    expect(filesWith(later).filter((name) => loaded.has(name))).toEqual([]);
});

test('get loads no code of the journal, of doctor, of questions or of commands that change rows', () => {
  const loaded = loadedWith('main.js', fileNamed('run'), fileNamed('bundle-get'));
  const others = ['node:sqlite', 'node:tls', 'node:dns', 'node:readline', 'Do not ask for confirmation'];
  for (const other of others) {
    expect(filesWith(other), other).not.toEqual([]);
    expect(filesWith(other).filter((name) => loaded.has(name))).toEqual([]);
  }
});

test('the console starts from at most 42 files', () => {
  expect(loadedWith('main.js', fileNamed('run'), fileNamed('bundle-console')).size).toBeLessThanOrEqual(42);
});

test('the bundle has the same patched Ink as the tests', () => {
  const patch = readFileSync(new URL('../../patches/ink+8.0.0.patch', import.meta.url), 'utf8');
  expect(patch).toContain('+export const clearTextCaches');
  expect(clearTextCaches).toBeTypeOf('function');
  expect(filesWith('clearTextCaches=()=>')).toHaveLength(1);
});

test('only the patches in patches/ change dependencies: the build replaces no text in them', () => {
  const script = readFileSync(new URL('../../scripts/build.js', import.meta.url), 'utf8');
  expect(script).not.toMatch(/onLoad/);
  expect(script.match(/plugins: .*/g)).toEqual([
    "plugins: [featureBundles('src/features')],",
    'plugins: [journalThread()],',
  ]);
});
