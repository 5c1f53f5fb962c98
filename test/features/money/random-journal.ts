import fc from 'fast-check';
import type { BidRecords } from '../../../src/features/money/bid-record.ts';
import { bidJournal } from '../../../src/features/money/journal.ts';
import { type Interval, within } from '../../../src/lib/intervals.ts';
import { HERE } from '../../journal/scope.ts';
import { consoles } from '../../store/consoles.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, instance } from '../../store/made.ts';

/** How two bids stand at a time: limit price in dollars and running instances of each, made at a step; null when it has ended. */
type Truth = readonly ({ readonly price: number; readonly running: number; readonly madeAt: number } | null)[];

const NAMES = ['a', 'b'];
/** What each bid asks for. */
const QUANTITY = 3;
const which = fc.nat({ max: 1 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('change'),
      bid: which,
      price: fc.integer({ min: 1, max: 5 }),
      running: fc.nat({ max: QUANTITY }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('end'), bid: which }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constantFrom('bids', 'instances', 'both'), by: which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restart'), by: which }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('time'), ms: fc.integer({ min: 1, max: 30_000 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('time'), ms: fc.integer({ min: 60_000, max: 7_200_000 }) }) },
);

/** What happens in a market with two bids, and what two consoles read of it, each change before the next one of that bid. */
export const journalSteps = fc.array(step, { minLength: 5, maxLength: 50, size: 'max' });
type Steps = typeof journalSteps extends fc.Arbitrary<infer All> ? All : never;

const bidsOf = (truth: Truth) =>
  truth.flatMap((one, n) =>
    one === null ? [] : [bid(NAMES[n] ?? '', { limit_price: `$${one.price}.00`, instance_quantity: QUANTITY })],
  );
const instancesOf = (truth: Truth) =>
  truth.flatMap((one, n) =>
    Array.from({ length: one?.running ?? 0 }, (_, k) => instance(`${NAMES[n]}-${one?.madeAt}-${k}`, { bid: NAMES[n] })),
  );

export const lengthOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { from, to }) => sum + to - from, 0);

/** Plays what happens to two consoles on a journal. Returns what the journal has then, and what the bids really cost. */
export async function playedJournal(steps: Steps) {
  const shared = consoles();
  const open = [await shared.start(), await shared.start()];
  let truth: Truth = [
    { price: 2, running: 2, madeAt: 0 },
    { price: 3, running: 1, madeAt: 0 },
  ];
  /** Consoles that have not read the last change of a bid: what comes and goes between their lists they can't see. */
  const unseen = NAMES.map(() => new Set<number>());
  const past: { readonly time: Interval; readonly truth: Truth }[] = [];
  const passes = (ms: number): void => {
    const from = shared.now();
    shared.pass(ms);
    past.push({ time: { from, to: shared.now() }, truth });
  };
  for (const one of steps) {
    switch (one.does) {
      case 'change':
      case 'end': {
        if (unseen[one.bid]?.size !== 0) break;
        unseen[one.bid] = new Set([0, 1]);
        const next = one.does === 'end' ? null : { price: one.price, running: one.running, madeAt: past.length };
        // A bid that has ended never comes back.
        truth = truth.map((now, n) => (n === one.bid && now !== null ? next : now));
        break;
      }
      case 'time':
        passes(one.ms);
        break;
      case 'restart':
        open[one.by]?.stop();
        open[one.by] = await shared.start();
        // A new console has nothing to miss, but some console has to read each change.
        for (const by of unseen) if (by.size === 1) by.delete(one.by);
        break;
      default: {
        if (one.does === 'both') for (const by of unseen) by.delete(one.by);
        // A row that is back in a state that it left is believed when three answers agree: a single one may be behind.
        for (const _ of ['read', 'read again', 'and again']) {
          // No two lists are requested at the same time.
          passes(1);
          await open[one.by]?.lists({
            ...(one.does === 'instances' ? {} : { bids: bidsOf(truth) }),
            ...(one.does === 'bids' ? {} : { instances: instancesOf(truth) }),
          });
        }
      }
    }
  }
  for (const console of open) console.stop();
  const now = shared.now();
  return {
    now,
    /** What the journal has of a time, read now. */
    records: (from: number): BidRecords => ({
      records: bidJournal(shared.journal).bidRecords([HERE], { from, to: now }),
      readAt: now,
    }),
    /** What the bids really cost over some times, in millionths of a dollar per hour times milliseconds. */
    trueCost: (times: readonly Interval[]): number =>
      past.reduce((sum, { time, truth: then }) => {
        const rate = then.reduce((all, one) => all + (one === null ? 0 : one.price * one.running), 0);
        return sum + rate * 1_000_000 * lengthOf(within(times, time));
      }, 0),
    began: NOON,
  };
}
