import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectOnPage } from '../written-page.ts';
import { attacks, attackTables } from './table.ts';

test('the page on attacks lists those that the tests carry out', () => {
  expectOnPage('test/attacks/README.md', 'attacks', attackTables());
});

test('no two attacks have the same name, and each counts as at least one', () => {
  const names = attacks.map(({ id }) => id);
  expect(new Set(names).size).toBe(names.length);
  expect(attacks.filter(({ tried: { texts, doors, exits } }) => Math.min(texts, doors, exits) < 1)).toEqual([]);
});

test('an attack that is proven elsewhere names an existing test', () => {
  const named = attacks.flatMap(({ proof }) => (typeof proof === 'function' ? [] : proof));
  const missing = named.filter(
    ({ file, test: name }) => !(existsSync(file) && readFileSync(file, 'utf8').includes(name)),
  );
  expect(missing).toEqual([]);
});
