import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spendWanted } from '../../../src/features/digest/digest.ts';
import type { BidRecords } from '../../../src/features/money/bid-record.ts';
import { spendOf as costOf } from '../../../src/features/money/known-money.ts';
import type { Interval } from '../../../src/lib/intervals.ts';
import { HERE } from '../../journal/scope.ts';
import { moneyFrom } from '../money/known.ts';
import { figures, runs, spentIn, today } from '../money/one-sum.ts';
import { journalSteps, playedJournal } from '../money/random-journal.ts';

/** What the digest says of the costs of a time; null when it says nothing. */
function spendOf(known: BidRecords, time: Interval) {
  const wanted = spendWanted([{ project: HERE.project, time, events: [] }]);
  const money = moneyFrom(known, { spends: [wanted] });
  const spend = costOf(money, wanted);
  return spend === null ? null : figures(spend);
}

describe('W and spotdeck digest say the same cost as spotdeck spend', () => {
  test('of today, whatever they have read of the journal', async () => {
    await fc.assert(
      fc.asyncProperty(journalSteps, async (steps) => {
        const { time, zone, ofToday, ofLong } = await today(steps);
        const spent = figures(spentIn(ofToday, time, zone));
        for (const known of [ofLong, ofToday]) expect(spendOf(known, time)).toEqual(spent);
      }),
      runs,
    );
  });

  test('of any time, whether it begins in observed time, in a gap or before the first look', async () => {
    await fc.assert(
      fc.asyncProperty(journalSteps, fc.double({ min: -0.2, max: 1, noNaN: true }), async (steps, share) => {
        const { now, began, records } = await playedJournal(steps);
        const time = { from: Math.round(began + share * (now - began)), to: now };
        const [first, ...others] = [records(time.from), records(began - 90 * 86_400_000)].flatMap((known) => [
          spendOf(known, time),
          figures(spentIn(known, time)),
        ]);
        for (const other of others) expect(other).toEqual(first);
      }),
      runs,
    );
  });
});
