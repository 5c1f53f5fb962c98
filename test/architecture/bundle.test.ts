import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

test('help and version load nothing of React, Ink or the HTTP client', () => {
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    const text = bundle.find((file) => file.name === name)?.text ?? '';
    // What is imported at once; an import in parentheses waits until it is needed.
    for (const [, next = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) load(next);
  };
  load('main.js');
  const program = bundle.find(({ name }) => name.startsWith('run-'))?.name ?? '';
  expect(program).not.toBe('');
  load(program);
  for (const heavy of ['react.production.js', 'yoga', 'FetchError'])
    expect(having(heavy).filter((name) => loaded.has(name))).toEqual([]);
});
