import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Interval } from '../../src/money/bid-step.ts';
import { gapsIn, within } from '../../src/money/observed-time.ts';
import { spendIn } from '../../src/money/spend-groups.ts';
import { HERE } from '../journal/scope.ts';
import { consoles } from './digest/absence.ts';
import { NOON } from './hand-clock.ts';
import { bid, instance } from './made.ts';

/** How two bids stand at a time: limit price in dollars and running instances of each; null when it has ended. */
type Truth = readonly ({ readonly price: number; readonly running: number } | null)[];

const NAMES = ['a', 'b'];
const which = fc.nat({ max: 1 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('change'),
      bid: which,
      price: fc.integer({ min: 1, max: 5 }),
      running: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('end'), bid: which }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constantFrom('bids', 'instances', 'both'), by: which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restart'), by: which }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('time'), ms: fc.integer({ min: 1, max: 30_000 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('time'), ms: fc.integer({ min: 60_000, max: 7_200_000 }) }) },
);

const bidsOf = (truth: Truth) =>
  truth.flatMap((one, n) =>
    one === null ? [] : [bid(NAMES[n] ?? '', { limit_price: `$${one.price}.00`, instance_quantity: 3 })],
  );
const instancesOf = (truth: Truth) =>
  truth.flatMap((one, n) =>
    Array.from({ length: one?.running ?? 0 }, (_, k) => instance(`${NAMES[n]}-${k}`, { bid: NAMES[n] })),
  );

const lengthOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { from, to }) => sum + to - from, 0);

test('the spend is never below the true cost of the observed time, when two consoles read each change before the next one', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 50, size: 'max' }), (steps) => {
      const shared = consoles();
      const open = [shared.start(), shared.start()];
      let truth: Truth = [
        { price: 2, running: 2 },
        { price: 3, running: 1 },
      ];
      /** Consoles that have not read the last change of a bid: what comes and goes between their lists they can't see. */
      const unseen = NAMES.map(() => new Set<number>());
      const past: { readonly time: Interval; readonly truth: Truth }[] = [];
      for (const one of steps) {
        switch (one.does) {
          case 'change':
            if (unseen[one.bid]?.size !== 0) break;
            unseen[one.bid] = new Set([0, 1]);
            // A bid that has ended never comes back.
            truth = truth.map((now, n) =>
              n === one.bid && now !== null ? { price: one.price, running: one.running } : now,
            );
            break;
          case 'end':
            if (unseen[one.bid]?.size !== 0) break;
            unseen[one.bid] = new Set([0, 1]);
            truth = truth.map((now, n) => (n === one.bid ? null : now));
            break;
          case 'time': {
            const from = shared.now();
            shared.pass(one.ms);
            past.push({ time: { from, to: shared.now() }, truth });
            break;
          }
          case 'restart':
            open[one.by]?.stop();
            open[one.by] = shared.start();
            for (const by of unseen) by.delete(one.by);
            break;
          default: {
            // No two lists are requested at the same time.
            const from = shared.now();
            shared.pass(1);
            past.push({ time: { from, to: shared.now() }, truth });
            if (one.does === 'both') for (const by of unseen) by.delete(one.by);
            open[one.by]?.lists({
              ...(one.does === 'instances' ? {} : { bids: bidsOf(truth) }),
              ...(one.does === 'bids' ? {} : { instances: instancesOf(truth) }),
            });
          }
        }
      }
      const time = { from: NOON, to: shared.now() };
      const [record] = shared.journal.bidRecords([HERE], time);
      const observed = record?.observed ?? [];
      const trueCost = past.reduce((sum, { time: own, truth: then }) => {
        const rate = then.reduce((all, now) => all + (now === null ? 0 : now.price * now.running), 0);
        return sum + rate * lengthOf(within(observed, own));
      }, 0);
      const spend = spendIn(record === undefined ? [] : [record], time);
      const [cost] = spend.costs;
      expect(Number(cost?.microMs ?? 0n)).toBeGreaterThanOrEqual(trueCost * 1_000_000);
      // Observed time and gaps are the whole time.
      expect(lengthOf(within(observed, time)) + lengthOf(gapsIn(observed, time))).toBe(time.to - time.from);
      for (const console of open) console.stop();
    }),
    { numRuns: Number(process.env['SPOTDECK_SPEND_RUNS'] ?? 100) },
  );
});
