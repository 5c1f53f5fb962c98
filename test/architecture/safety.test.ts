import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accidents, accidentTable } from '../stories/accidents.ts';
import { expectOnPage } from '../written-page.ts';

const sources = globSync('test/**/*.test.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));

test.each(accidents.flatMap(({ stories }) => stories))(
  'the story that the page on accidents names exists: %s',
  (name) => {
    const quoted = [`'${name}'`, `"${name}"`];
    expect(sources.some((source) => quoted.some((text) => source.includes(text)))).toBe(true);
  },
);

test('the page on accidents shows each with its story', () => {
  expectOnPage('test/stories/README.md', 'accidents', accidentTable());
});
