import { expect, test } from 'vitest';
import { stepLine } from '../../src/lib/step-line.ts';
import { asciiGlyphs, unicodeGlyphs } from '../../src/resources/parts/glyphs.ts';

test('a line goes up and down in steps, and is blank where nobody knows', () => {
  const values = [null, 0, 0, 4, 4, 2, 2, null, 4];
  expect(stepLine(values, 4, 5, unicodeGlyphs.box)).toEqual([
    '   ╭─╮  ─',
    '   │ │   ',
    '   │ ╰─  ',
    '   │     ',
    ' ──╯     ',
  ]);
});

test('one that runs of very many is more than none', () => {
  expect(stepLine([0, 1], 1000, 3, asciiGlyphs.box)).toEqual(['  ', ' +', '-+']);
});
