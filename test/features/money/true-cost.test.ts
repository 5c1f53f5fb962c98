import { expect, test } from 'vitest';
import { spendOver } from '../../../src/features/money/spend.ts';
import { dayAt, periodsIn } from '../../../src/lib/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../../src/lib/duration.ts';
import { type Interval, within } from '../../../src/lib/intervals.ts';
import { instancesOf, type World } from '../../../src/market/engine/world.ts';
import { SECOND } from '../../market/world.ts';
import { OTHERS, type Scenario, watchedMarket } from './watched-market.ts';

/** Four hours of a market of two types with five bids for each, looked at every 2 to 10 seconds with gaps of up to 40 minutes. */
const market: Omit<Scenario, 'seed'> = {
  trade: 'embedded',
  pools: 2,
  capacity: [6, 14],
  bids: 5,
  limits: [0.9, 1.25],
  most: 4,
  ms: 4 * HOUR_MS,
  changes: 0.3,
  others: 0.1,
  leaves: 0.02,
};

/** What the service charges an hour now: the spot price for each running instance. */
function chargedPerHour(world: World): bigint {
  let sum = 0n;
  for (const bid of world.bids.ordered) {
    if (bid.createdBy === OTHERS) continue;
    const running = instancesOf(world, bid).filter(({ status }) => status === 'STATUS_RUNNING').length;
    sum += (world.pools.get(bid.pool)?.price ?? 0n) * BigInt(running);
  }
  return sum;
}

test.each([1, 2, 3, 4, 5, 6])(
  'what the market charges at its spot price is never above the sum, of the whole time and of each hour, seed %i',
  (seed) => {
    const seconds: { readonly at: number; readonly rate: bigint }[] = [];
    const { record, end } = watchedMarket({ ...market, seed }, (world) =>
      seconds.push({ at: world.now, rate: chargedPerHour(world) }),
    );
    const charged = (times: readonly Interval[]): bigint =>
      seconds.reduce((sum, { at, rate }) => {
        const ms = within(times, { from: at, to: at + SECOND }).reduce((all, { from, to }) => all + to - from, 0);
        return sum + rate * BigInt(ms);
      }, 0n);
    const known = { records: [record], readAt: end };
    const { from } = dayAt(seconds[0]?.at ?? 0, 'UTC');
    const hours = periodsIn({ from, to: from + 2 * DAY_MS }, 'hour', 'UTC');
    for (const time of [{ from, to: end }, ...hours.filter((hour) => hour.from < end)]) {
      const { costs, time: own } = spendOver(known, time);
      const [cost] = costs;
      expect(cost?.microMs ?? 0n).toBeGreaterThanOrEqual(charged(within(record.observed, own)));
    }
    expect(charged([{ from, to: end }])).toBeGreaterThan(0n);
  },
);
