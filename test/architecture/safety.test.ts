import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accidents, accidentTable } from '../stories/accidents.ts';

const FILE = 'docs/safety.md';
const MARKED = /(<!-- accidents:begin -->\n)[\s\S]*?(<!-- accidents:end -->)/;

test.each(accidents.flatMap(({ stories }) => stories))(
  'the story that docs/safety.md names exists: %s, %s',
  (file, name) => {
    const source = readFileSync(`test/${file.includes('/') ? file : `stories/${file}`}.test.ts`, 'utf8');
    expect(source).toMatch(/^ *test/m);
    expect(
      [`'${name}'`, `"${name}"`].some((quoted) => source.includes(quoted)),
      `${file} has no story "${name}"`,
    ).toBe(true);
  },
);

test('docs/safety.md shows every accident with its story', () => {
  const before = readFileSync(FILE, 'utf8');
  expect(before).toMatch(MARKED);
  const after = before.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${accidentTable()}\n\n${end}`);
  if (process.env['SPOTDECK_WRITE_DOCS'] === '1') writeFileSync(FILE, after);
  else expect(before, 'Out of date: run the tests once with SPOTDECK_WRITE_DOCS=1.').toBe(after);
});
