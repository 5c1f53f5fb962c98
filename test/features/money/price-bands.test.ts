import { describe, expect, test } from 'vitest';
import type { BidRecord } from '../../../src/features/money/bid-record.ts';
import { priceBandsOf } from '../../../src/features/money/prices/bands.ts';
import { bidSteps, DOLLAR, MINUTE, minutes, recordOf, START } from './records.ts';

/** The slots of the only band: minutes, and bounds in dollars. */
function slotsOf(record: BidRecord, time = minutes(0, 60)) {
  const [band] = priceBandsOf([record], time);
  const dollars = (micros: bigint | null) => (micros === null ? null : Number(micros) / Number(DOLLAR));
  return band?.slots.map(({ from, to, low, high }) => [
    ...[(from - START) / MINUTE, (to - START) / MINUTE],
    ...[dollars(low), dollars(high)],
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

  test('a bid that was outbid while others run says that the price was above its limit price', () => {
    const outbid = bidSteps('a', [
      [0, 'allocated', 10],
      [20, 'preempting', 10],
      [25, 'open', 10],
    ]);
    const record = recordOf([outbid, bidSteps('b', [[0, 'allocated', 12]])], hour);
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

  test('an open bid above a filled one is no bound, and says so', () => {
    const record = recordOf([bidSteps('a', [[0, 'open', 14]]), bidSteps('b', [[0, 'allocated', 12]])], hour);
    expect(slotsOf(record)).toEqual([[0, 60, null, 12]]);
    expect(priceBandsOf([record], minutes(0, 60))[0]?.contradictions).toMatchObject([
      { traits: { bid: 'a' }, limit: 14n * DOLLAR, reason: 'filled-below', time: { to: START + 60 * MINUTE } },
    ]);
  });

  test('an open bid that asks for more than was ever seen running is no bound: there may not be as much', () => {
    const record = recordOf([bidSteps('a', [[0, 'open', 10]], 8), bidSteps('b', [[0, 'allocated', 12]])], hour);
    expect(slotsOf(record)).toEqual([[0, 60, null, 12]]);
    expect(priceBandsOf([record], minutes(0, 60))[0]?.contradictions).toMatchObject([{ reason: 'capacity-not-seen' }]);
  });

  test('a bid that lost its instances to a bid of ours with a higher limit price is no bound', () => {
    const squeezed = bidSteps('a', [
      [0, 'allocated', 10],
      [20, 'preempting', 10],
    ]);
    const record = recordOf(
      [
        squeezed,
        bidSteps('b', [
          [20, 'open', 12],
          [25, 'allocated', 12],
        ]),
      ],
      hour,
    );
    expect(slotsOf(record)?.every(([, , low]) => low === null)).toBe(true);
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
