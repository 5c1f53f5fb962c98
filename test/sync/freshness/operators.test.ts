import { describe, expect, test } from 'vitest';
import { DEFAULT_PACE } from '../../../src/store/defaults.ts';
import { FLEETS } from '../../bench/distance/fleets.ts';
import { mostInAMinute } from '../../bench/distance/observed.ts';
import { OPERATORS, type OperatorName, times } from './operators.ts';
import { simulate } from './simulation.ts';

const LATENCY = 80;
/** Pace, two round trips and a second, and the time between two samples. */
const WAIT_MS = DEFAULT_PACE.visibleMs + 2 * LATENCY + 1000 + 250;
const FROM_MS = 12_000;
/** Oldest row in view at p95 while the instances may still be read for the first time, in milliseconds. */
const STILL_MS = 3300;

const MOVES: readonly (readonly [string, OperatorName, number])[] = [
  ['scrolls through 5,000 bids', 'scrolls', 20],
  ['changes the filter each second', 'filters', 10],
  ['jumps to what is being preempted ten times', 'jumps', 10],
  ['goes to the end of both lists', 'staysAtTheEnd', 1],
];

describe('an operator who', () => {
  test.each(MOVES)('%s has rows as new as promised, in both panes', async (_, name, count) => {
    const { everyMs } = OPERATORS[name];
    const before = Math.ceil(FROM_MS / everyMs);
    await using simulation = await simulate({
      fleet: FLEETS.preempted,
      latency: LATENCY,
      operator: times(before + count, OPERATORS[name]),
    });
    const { poller, pass, measure, measures, service } = simulation;
    poller.start('bids');
    await pass(before * everyMs);
    measure();
    await pass(count * everyMs);
    const moving = measures();
    expect.soft(moving.ages.instance.percentile(0.95), 'instances, which stand still').toBeLessThanOrEqual(3000);
    expect.soft(moving.ages.preempting.percentile(0.95), 'what is being preempted').toBeLessThanOrEqual(12_000);
    expect.soft(moving.waits.bid.percentile(0.95), 'bids that came into view').toBeLessThanOrEqual(3000);
    await pass(WAIT_MS);
    measure();
    await pass(10_000);
    const still = measures();
    for (const rows of ['bid', 'instance'] as const)
      expect.soft(still.ages[rows].percentile(0.95), `a ${rows} after the last move`).toBeLessThanOrEqual(STILL_MS);
    expect(mostInAMinute(service.times())).toBeLessThanOrEqual(DEFAULT_PACE.maxRequests);
  });
});
