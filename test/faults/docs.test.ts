import { expect, test } from 'vitest';
import { expectOnPage } from '../written-page.ts';
import { faults, faultTable } from './table.ts';

test('the page on faults lists those that the tests cause', () => {
  expectOnPage('test/faults/README.md', 'faults', faultTable());
});

test('no two faults have the same name', () => {
  for (const names of [faults.map(({ id }) => id), faults.map(({ what }) => what)])
    expect(new Set(names).size).toBe(names.length);
});
