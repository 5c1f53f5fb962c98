import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bar } from '../../src/lib/bars.ts';
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
