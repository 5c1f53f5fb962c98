import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultTable } from './table.ts';

const FILE = 'docs/faults.md';
const MARKS = /(<!-- faults:begin -->\n)[\s\S]*?(<!-- faults:end -->)/;

test('docs/faults.md tells what the operator sees at every fault that is tried', () => {
  const before = readFileSync(FILE, 'utf8');
  const after = before.replace(MARKS, (_, begin: string, end: string) => `${begin}\n${faultTable()}\n\n${end}`);
  if (process.env['SPOTDECK_WRITE_DOCS'] === '1') writeFileSync(FILE, after);
  else expect(after).toBe(before);
});
