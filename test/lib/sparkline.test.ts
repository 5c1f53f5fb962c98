import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleOf, sparkline } from '../../src/lib/bars.ts';
import { widthOf } from '../../src/lib/width.ts';
import { asciiGlyphs, unicodeGlyphs } from '../../src/resources/glyphs.ts';

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
