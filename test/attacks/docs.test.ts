import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attacks, attackTables } from './table.ts';

const FILE = 'docs/security.md';
const MARKED = /(<!-- attacks:begin -->\n)[\s\S]*?(<!-- attacks:end -->)/;

test('docs/security.md shows the attacks that the program is tried with', () => {
  const before = readFileSync(FILE, 'utf8');
  expect(before).toMatch(MARKED);
  const after = before.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${attackTables()}\n\n${end}`);
  if (process.env['SPOTDECK_WRITE_DOCS'] === '1') writeFileSync(FILE, after);
  else expect(before, 'Out of date: run the tests once with SPOTDECK_WRITE_DOCS=1.').toBe(after);
});

test('no two attacks have one name, and none counts as less than one', () => {
  const names = attacks.map(({ id }) => id);
  expect(new Set(names).size).toBe(names.length);
  expect(attacks.filter(({ tried: { texts, doors, exits } }) => Math.min(texts, doors, exits) < 1)).toEqual([]);
});

test('a row that is proven elsewhere names a test that is there', () => {
  const named = attacks.flatMap(({ proof }) => (typeof proof === 'function' ? [] : proof));
  const missing = named.filter(({ file, test: name }) => !readFileSync(file, 'utf8').includes(name));
  expect(missing).toEqual([]);
});
