import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Expects text between the marks `NAME:begin` and `NAME:end` of a page, or writes it there when the tests are run with SPOTDECK_WRITE_DOCS=1. */
export function expectOnPage(file: string, name: string, text: string): void {
  const marked = new RegExp(`(<!-- ${name}:begin -->\n)[\\s\\S]*?(<!-- ${name}:end -->)`);
  const before = readFileSync(file, 'utf8');
  expect(before).toMatch(marked);
  const after = before.replace(marked, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`);
  if (process.env['SPOTDECK_WRITE_DOCS'] === '1') writeFileSync(file, after);
  else expect(before, 'Out of date: run the tests once with SPOTDECK_WRITE_DOCS=1.').toBe(after);
}
