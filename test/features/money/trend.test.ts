import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TREND_WIDTH, trendText } from '../../../src/features/money/panes.ts';
import { widthOf } from '../../../src/lib/width.ts';
import { asciiGlyphs, type Glyphs, spokenGlyphs, unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { bid } from '../../store/made.ts';

const { row } = bid('a', { instance_quantity: 4 });

/** The picture of known values, which are at its right end. */
function drawn(values: readonly (number | null)[], glyphs: Glyphs, of = row): string {
  const slots = glyphs.trend.kind === 'signs' ? TREND_WIDTH.most : 2 * TREND_WIDTH.most;
  const shown = [...Array<null>(Math.max(0, slots - values.length)).fill(null), ...values];
  return trendText(of, shown, glyphs, TREND_WIDTH.most);
}

describe('the picture of a trend', () => {
  test('has signs of its own for unknown, nothing, less than half, half or more, and all', () => {
    expect(drawn([null, 0, 1, 2, 3, 4, 5], asciiGlyphs)).toBe('    _-==##');
    expect(drawn([null, 0, 1, 2, 3, 4, 5, null], unicodeGlyphs)).toBe('      ⢀⣴⣾⡇');
  });

  test('without a wanted number the most that ran is the whole', () => {
    const open = bid('a', { instance_quantity: null }).row;
    expect(drawn([0, 1, 8], asciiGlyphs, open)).toBe('       _-#');
  });

  test('a screen reader gets none', () => {
    expect(drawn([4, 4], spokenGlyphs)).toBe('');
  });

  test('more running instances are never drawn lower, and the width is exact', () => {
    const count = fc.option(fc.integer({ min: 0, max: 8 }), { nil: null });
    fc.assert(
      fc.property(fc.array(count, { minLength: 20, maxLength: 20 }), (values) => {
        const [dots, signs] = [drawn(values, unicodeGlyphs), drawn(values, asciiGlyphs)];
        expect([widthOf(dots), widthOf(signs)]).toEqual([TREND_WIDTH.most, TREND_WIDTH.most]);
        const heights = [...signs].map((sign) => ' _-=#'.indexOf(sign));
        const own = values.slice(-TREND_WIDTH.most);
        own.forEach((one, n) => {
          own.forEach((other, m) => {
            if ((one ?? -1) > (other ?? -1)) expect(heights[n]).toBeGreaterThanOrEqual(heights[m] ?? Number.NaN);
          });
        });
        expect([...dots].every((sign) => sign === ' ' || /^[\u2801-\u28ff]$/.test(sign))).toBe(true);
      }),
    );
  });
});
