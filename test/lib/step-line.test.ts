import { expect, test } from 'vitest';
import { stepLine } from '../../src/lib/step-line.ts';
import { asciiGlyphs, unicodeGlyphs } from '../../src/resources/glyphs.ts';

test('a line goes up and down in steps, and is blank where values are unknown', () => {
  const values = [null, 0, 0, 4, 4, 2, 2, null, 4];
  expect(stepLine(values, 4, 5, unicodeGlyphs.box)).toEqual([
    '   ╭─╮  ─',
    '   │ │   ',
    '   │ ╰─  ',
    '   │     ',
    ' ──╯     ',
  ]);
});

test('one running instance of very many is drawn above zero', () => {
  expect(stepLine([0, 1], 1000, 3, asciiGlyphs.box)).toEqual(['  ', ' +', '-+']);
});
