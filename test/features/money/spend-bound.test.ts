import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spendOver } from '../../../src/features/money/spend.ts';
import { gapsIn, within } from '../../../src/lib/intervals.ts';
import { NO_SUM } from '../../../src/lib/sum.ts';
import { journalSteps, lengthOf, playedJournal } from './random-journal.ts';

const runs = { numRuns: Number(process.env['SPOTDECK_SPEND_RUNS'] ?? 40) };
const microMs = (costs: readonly { readonly microMs: bigint }[]): number =>
  costs.reduce((sum, cost) => sum + Number(cost.microMs), 0);

test('the spend is never below the true cost of the observed time, when two consoles read each change before the next one', async () => {
  await fc.assert(
    fc.asyncProperty(journalSteps, async (steps) => {
      const { now, began, records, trueCost } = await playedJournal(steps);
      const time = { from: began, to: now };
      const known = records(began);
      const observed = known.records.flatMap((record) => record.observed);
      const spend = spendOver(known, time);
      expect(microMs(spend.costs)).toBeGreaterThanOrEqual(trueCost(within(observed, spend.time)));
      // Observed time and gaps are the whole time.
      expect(lengthOf(within(observed, time)) + lengthOf(gapsIn(observed, time))).toBe(time.to - time.from);
    }),
    runs,
  );
});

test('with the most that its gaps can have cost it is never below the true cost between two looks; before the first it has no amount', async () => {
  await fc.assert(
    fc.asyncProperty(journalSteps, async (steps) => {
      const { now, began, records, trueCost } = await playedJournal(steps);
      const known = records(began);
      const looks = known.records.flatMap((record) => record.observed);
      const [first, last] = [looks[0], looks.at(-1)];
      const before = { from: began - 1000, to: now };
      if (first === undefined || last === undefined) {
        expect(spendOver(known, before)).toMatchObject({ costs: [], most: NO_SUM, observedMs: 0, gapMs: 0 });
        return;
      }
      const since = { from: first.from, to: last.to };
      const spend = spendOver(known, since);
      const most = spend.gaps.reduce((sum, gap) => sum + microMs(gap.most), 0);
      expect(microMs(spend.costs) + most).toBeGreaterThanOrEqual(trueCost([since]));
      expect(spendOver(known, { from: before.from, to: first.from })).toMatchObject({ costs: [], most: NO_SUM });
      expect(spendOver(known, before).unknownMs).toBe(first.from - before.from);
    }),
    runs,
  );
});
