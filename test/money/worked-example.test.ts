import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatMoney } from '../../src/lib/money.ts';
import { priceBandsOf } from '../../src/money/price-bands.ts';
import { heldShare, limitHolding } from '../../src/money/suggest-limit.ts';
import { bidSteps, DOLLAR, minutes, recordOf, START } from './records.ts';

const dollars = (micros: bigint | null): string => formatMoney({ sign: '$', micros: micros ?? 0n, text: '' });
const clock = (at: number): string => new Date(at - START).toISOString().slice(12, 19);

test('the example of what price fills in the docs is what the console computes', () => {
  const bids = [
    bidSteps('a', [
      [0, 'allocated', 10],
      [150, 'preempting', 10],
    ]),
    bidSteps('b', [[0, 'allocated', 12]]),
  ];
  const [band] = priceBandsOf([recordOf(bids, [minutes(0, 200)])], minutes(0, 200));
  if (band === undefined) throw new Error('There is no band.');
  const docs = readFileSync(new URL('../../docs/money.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  const rows = band.slots.map(({ from, to, low, high }) => {
    const above = low === null ? '' : `above ${dollars(low)}, `;
    return `| ${clock(from)} | ${clock(to)} | ${above}at most ${dollars(high)} |`;
  });
  expect(rows).toHaveLength(3);
  expect(docs).toContain(rows.join(' '));
  const percent = Math.round(100 * (heldShare(band, 10n * DOLLAR) ?? 0));
  expect(heldShare(band, 12n * DOLLAR)).toBe(1);
  expect(docs).toContain(
    `So $10.00 would have held ${percent} % of the time and $12.00 all of it; ${dollars(limitHolding(band, 0.9))} would have held ` +
      `90 %, ${dollars(limitHolding(band, 0.99))} 99 %.`,
  );
});
