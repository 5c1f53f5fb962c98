import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bar, brailleBars, scaleOf, sparkline, stepLine } from '../../src/lib/bars.ts';
import { widthOf } from '../../src/lib/width.ts';
import { asciiGlyphs, unicodeGlyphs } from '../../src/resources/glyphs.ts';

test.each([
  [0, ''],
  [0.0001, '▖'],
  [0.25, '▄▄▖'],
  [0.5, '▄▄▄▄▄'],
  [1, '▄▄▄▄▄▄▄▄▄▄'],
  [2, '▄▄▄▄▄▄▄▄▄▄'],
])('%d of ten cells', (part, picture) => {
  expect(bar(part, 10, unicodeGlyphs.fills)).toBe(picture);
});

test('in ASCII half a cell has a sign of its own', () => {
  expect([0.0001, 0.25, 0.5].map((part) => bar(part, 10, asciiGlyphs.fills))).toEqual(['-', '==-', '=====']);
});

test('a larger part never has a shorter bar, only nothing has none, and none is wider than its room', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      part,
      part,
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(unicodeGlyphs, asciiGlyphs),
      (one, other, width, { fills }) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((of) => bar(of, width, fills));
        const units = (text = ''): number =>
          text.length * fills.length - (fills.length - 1 - fills.indexOf(text.at(-1) ?? ''));
        expect(units(low)).toBeLessThanOrEqual(units(high));
        expect(widthOf(high ?? '')).toBeLessThanOrEqual(width);
        expect(low === '').toBe(Math.min(one, other) === 0);
      },
    ),
  );
});

const BARS = unicodeGlyphs.bars;
const drawn = (values: readonly (number | null)[], bars = BARS): string => sparkline(values, scaleOf(values), bars);

test.each([
  ['equal values are a flat low line', [31, 31, 31], '▁▁▁'],
  ['zeros are a flat low line', [0, 0], '▁▁'],
  ['unknown times are blank', [null, 1, null, 4], ' ▁ █'],
  ['nothing known is nothing drawn', [null, null], '  '],
  ['a loss of a few instances is seen', [31, 31, 27, 31], '██▁█'],
  ['a change of little is little', [100, 101], '▁▂'],
])('%s', (_, values, picture) => {
  expect(drawn(values)).toBe(picture);
});

test('in ASCII the bars are as many', () => {
  expect(drawn([0, 1, 2, 3, 4, 5, 6], asciiGlyphs.bars)).toBe('_.-=+*#');
});

const value = fc.option(fc.integer({ min: 0, max: 2 ** 40 }), { nil: null });

test('a larger value is never drawn lower, an unknown one never drawn, and each has one column', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 60 }), fc.constantFrom(unicodeGlyphs, asciiGlyphs), (values, { bars }) => {
      const picture = drawn(values, bars);
      expect(widthOf(picture)).toBe(values.length);
      const levels = [...picture].map((sign) => bars.indexOf(sign));
      values.forEach((one, n) => {
        expect(levels[n] === -1).toBe(one === null);
        values.forEach((other, m) => {
          if (one !== null && other !== null && one > other)
            expect(levels[n]).toBeGreaterThanOrEqual(levels[m] ?? Number.NaN);
        });
      });
    }),
  );
});

test('columns of dots grow from below, two in each cell, and nothing is a blank', () => {
  expect(brailleBars([0, 0, 1, 0, 0, 1, 2, 3, 4, 4])).toBe(' ⡀⢀⣴⣿');
  expect(brailleBars([4])).toBe('⡇');
});

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
