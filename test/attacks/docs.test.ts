import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attacks, attackTables } from './table.ts';

const FILE = 'docs/security.md';
const MARKED = /(<!-- attacks:begin -->\n)[\s\S]*?(<!-- attacks:end -->)/;

test('docs/security.md lists the attacks that the tests carry out', () => {
  const before = readFileSync(FILE, 'utf8');
  expect(before).toMatch(MARKED);
  const after = before.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${attackTables()}\n\n${end}`);
  if (process.env['SPOTDECK_WRITE_DOCS'] === '1') writeFileSync(FILE, after);
  else expect(before, 'Out of date: run the tests once with SPOTDECK_WRITE_DOCS=1.').toBe(after);
});

test('no two attacks have the same name, and each counts as at least one', () => {
  const names = attacks.map(({ id }) => id);
  expect(new Set(names).size).toBe(names.length);
  expect(attacks.filter(({ tried: { texts, doors, exits } }) => Math.min(texts, doors, exits) < 1)).toEqual([]);
});

test('an attack that is proven elsewhere names an existing test', () => {
  const named = attacks.flatMap(({ proof }) => (typeof proof === 'function' ? [] : proof));
  const missing = named.filter(({ file, test: name }) => !readFileSync(file, 'utf8').includes(name));
  expect(missing).toEqual([]);
});
