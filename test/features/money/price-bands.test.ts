import { describe, expect, test } from 'vitest';
import type { BidRecord } from '../../../src/features/money/bid-record.ts';
import { priceBandsOf } from '../../../src/features/money/prices/bands.ts';
import { bidSteps, DOLLAR, MINUTE, minutes, recordOf, START } from './records.ts';

/** The slots of the only band: minutes, the highest limit price that waited, and the price at most, in dollars. */
function slotsOf(record: BidRecord, time = minutes(0, 60)) {
  const [band] = priceBandsOf([record], time);
  const dollars = (micros: bigint | null) => (micros === null ? null : Number(micros) / Number(DOLLAR));
  return band?.slots.map(({ from, to, waits, high }) => [
    ...[(from - START) / MINUTE, (to - START) / MINUTE],
    ...[dollars(waits), dollars(high)],
  ]);
}

const hour = [minutes(0, 60)];

describe('bounds of the spot price', () => {
  test('a filled bid says that the price was at most its limit price, the lowest one says most', () => {
    const record = recordOf([bidSteps('a', [[0, 'allocated', 12]]), bidSteps('b', [[10, 'allocated', 11]])], hour);
    expect(slotsOf(record)).toEqual([
      [0, 10, null, 12],
      [10, 60, null, 11],
    ]);
  });

  test('a bid that lost its instances or waits is no bound: its limit price stands beside the bound while it is below', () => {
    const lost = bidSteps('a', [
      [0, 'allocated', 10],
      [20, 'preempting', 10],
      [25, 'open', 10],
    ]);
    const record = recordOf([lost, bidSteps('b', [[0, 'allocated', 12]])], hour);
    const five = 5 / 60;
    expect(slotsOf(record)).toEqual([
      [0, 20 - five, null, 10],
      // Between two lists nobody knows.
      [20 - five, 20, null, 12],
      [20, 25 - five, 10, 12],
      [25 - five, 25, null, 12],
      [25, 60, 10, 12],
    ]);
  });

  test('a bid that waits at or above the limit price of one with its instances is short of capacity, and named', () => {
    const bids = [
      bidSteps('a', [[0, 'open', 14]]),
      bidSteps('b', [[0, 'allocated', 12]]),
      bidSteps('c', [[0, 'open', 11]]),
    ];
    const record = recordOf(bids, hour);
    expect(slotsOf(record)?.at(-1)).toEqual([0.5, 60, 11, 12]);
    expect(priceBandsOf([record], minutes(0, 60))[0]?.short).toMatchObject([
      { traits: { bid: 'a' }, limit: 14n * DOLLAR, time: { from: START + 30_000, to: START + 60 * MINUTE } },
    ]);
  });

  test('time that nobody observed has no bounds, nor the future', () => {
    const record = recordOf([bidSteps('a', [[0, 'allocated', 12]])], [minutes(0, 10), minutes(30, 40)]);
    expect(slotsOf(record)).toEqual([
      [0, 10, null, 12],
      [30, 40, null, 12],
    ]);
    expect(priceBandsOf([record], minutes(0, 60))[0]?.seenAt).toBe(START + 40 * MINUTE);
  });

  test('currencies have bands of their own', () => {
    const dear = bidSteps('b', [[0, 'allocated', 11]]);
    const euros = {
      ...dear,
      steps: dear.steps.map((step) => ({ ...step, limit: { sign: '€', micros: 11n * DOLLAR } })),
    };
    const bands = priceBandsOf([recordOf([bidSteps('a', [[0, 'allocated', 12]]), euros], hour)], minutes(0, 60));
    expect(bands.map(({ sign, bids, slots }) => [sign, bids, slots[0]?.high])).toEqual([
      ['$', 1, 12n * DOLLAR],
      ['€', 1, 11n * DOLLAR],
    ]);
  });
});
