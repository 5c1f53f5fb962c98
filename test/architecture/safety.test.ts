import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accidents, accidentTable } from '../stories/accidents.ts';
import { expectOnPage } from '../written-page.ts';

test.each(accidents.flatMap(({ stories }) => stories))(
  'the story that the page on accidents names exists: %s, %s',
  (file, name) => {
    const source = readFileSync(file, 'utf8');
    expect(source).toMatch(/^ *test/m);
    expect(
      [`'${name}'`, `"${name}"`].some((quoted) => source.includes(quoted)),
      `${file} has no story "${name}"`,
    ).toBe(true);
  },
);

test('the page on accidents shows each with its story', () => {
  expectOnPage('test/stories/README.md', 'accidents', accidentTable());
});
