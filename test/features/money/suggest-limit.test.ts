import { describe, expect, test } from 'vitest';
import type { BidSteps } from '../../../src/features/money/bid-record.ts';
import { advisedLimit, heldShare } from '../../../src/features/money/price.ts';
import { priceBandsOf } from '../../../src/features/money/prices/bands.ts';
import { fillTimes } from '../../../src/features/money/prices/rows.ts';
import { bidSteps, DOLLAR, MINUTE, minutes, recordOf, START } from './records.ts';

/** The band of bids that were looked at for some minutes. */
function bandOf(bids: readonly BidSteps[], to: number) {
  const [band] = priceBandsOf([recordOf(bids, [minutes(0, to)])], minutes(0, to));
  if (band === undefined) throw new Error('There is no band.');
  return band;
}

/** Long after the bids were seen, when no loss is a late one. */
const later = START + 1000 * MINUTE;

/** Bids at $10, which was lost for a quarter of 200 minutes, and at $12, which was always filled. */
const two = [
  bidSteps('low', [
    [0, 'allocated', 10],
    [150, 'preempting', 10],
  ]),
  bidSteps('high', [[0, 'allocated', 12]]),
];

describe('how often a limit price would have held', () => {
  test('is at least the part of the seen time in which a bid at this price or a lower one had its instances', () => {
    const band = bandOf(two, 200);
    expect(heldShare(band, 10n * DOLLAR)).toBeCloseTo(0.75, 3);
    expect(heldShare(band, 12n * DOLLAR)).toBe(1);
    expect(heldShare(band, 11n * DOLLAR)).toBeCloseTo(0.75, 3);
    expect(heldShare(band, 15n * DOLLAR)).toBe(1);
    expect(advisedLimit(band, 0.7, later)).toBe(10n * DOLLAR);
    expect(advisedLimit(band, 0.9, later)).toBe(12n * DOLLAR);
  });

  test('is not known below the lowest limit price that had instances', () => {
    expect(heldShare(bandOf(two, 200), 9n * DOLLAR)).toBeNull();
  });

  test('is not known before an hour was seen, nor where nobody looked', () => {
    expect(heldShare(bandOf(two, 59), 10n * DOLLAR)).toBeNull();
    expect(advisedLimit(bandOf(two, 59), 0.9, later)).toBeNull();
    const seen = [minutes(0, 40), minutes(160, 160.5)];
    const [band] = priceBandsOf([recordOf(two, seen)], minutes(0, 200));
    expect(band === undefined ? 0 : advisedLimit(band, 0.7, later)).toBeNull();
  });

  test('no price is suggested when none was seen to hold so often', () => {
    const lone = bandOf([two[0] ?? bidSteps('none', [])], 160);
    expect([advisedLimit(lone, 0.9, later), advisedLimit(lone, 0.99, later)]).toEqual([10n * DOLLAR, null]);
  });
});

describe('how long bids of a type and region take to be filled, and stay', () => {
  const placed = (bid: string, at: number, filled: number, lost: number): BidSteps =>
    bidSteps(bid, [
      [at, 'open', 10],
      [filled, 'allocated', 10],
      [lost, 'preempting', 10],
      [lost + 5, 'open', 10],
    ]);

  test('are medians; bids that still wait or still run count as at least as long', () => {
    const bids = [placed('a', 10, 12, 40), placed('b', 20, 24, 60), placed('c', 30, 36, 90)];
    const times = fillTimes([recordOf(bids, [minutes(0, 200)])], { type: 'gpu', region: 'eu' }, minutes(0, 200));
    expect(times).toEqual({ fillMs: 6 * MINUTE, stayMs: 41 * MINUTE });
  });

  test('a fall of the price during a preemption ends no stay', () => {
    const bids = ['a', 'b', 'c'].map((bid) =>
      bidSteps(bid, [
        [10, 'open', 10],
        [11, 'allocated', 10],
        [30, 'preempting', 10],
        [32, 'allocated', 10],
        [51, 'open', 10],
        [52, 'paused', 10],
      ]),
    );
    const times = fillTimes([recordOf(bids, [minutes(0, 200)])], { type: 'gpu', region: 'eu' }, minutes(0, 200));
    expect(times).toEqual({ fillMs: MINUTE, stayMs: 40 * MINUTE });
  });

  test('what was not seen to begin, or was pausing, is no time; few are not enough', () => {
    const bids = [placed('a', 0, 12, 40), placed('b', 10, 14, 60)];
    const record = recordOf(bids, [minutes(0, 200)]);
    expect(fillTimes([record], { type: 'gpu', region: 'eu' }, minutes(0, 200))).toEqual({ fillMs: null, stayMs: null });
    expect(fillTimes([record], { type: 'gpu', region: 'us' }, minutes(0, 200))).toEqual({ fillMs: null, stayMs: null });
  });
});
