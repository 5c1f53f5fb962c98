import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faults, faultTable } from './table.ts';

const FILE = 'docs/faults.md';
const MARKED = /(<!-- faults:begin -->\n)[\s\S]*?(<!-- faults:end -->)/;

test('docs/faults.md lists the faults that the tests cause', () => {
  const before = readFileSync(FILE, 'utf8');
  expect(before).toMatch(MARKED);
  const after = before.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${faultTable()}\n\n${end}`);
  if (process.env['SPOTDECK_WRITE_DOCS'] === '1') writeFileSync(FILE, after);
  else expect(before, 'Out of date: run the tests once with SPOTDECK_WRITE_DOCS=1.').toBe(after);
});

test('no two faults have the same name', () => {
  for (const names of [faults.map(({ id }) => id), faults.map(({ what }) => what)])
    expect(new Set(names).size).toBe(names.length);
});
