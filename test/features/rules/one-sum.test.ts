import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BidFid } from '../../../src/contract/fid.ts';
import { sumCosts } from '../../../src/features/money/spend.ts';
import { effectsOf } from '../../../src/features/rules/engine/effects.ts';
import { readAtOnce } from '../../../src/features/rules/engine/needs.ts';
import { ruleViewOf } from '../../../src/features/rules/runner/rule-view.ts';
import { leastOf, NO_SUM } from '../../../src/lib/sum.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { startedConsole } from '../../store/made.ts';
import { moneyFrom } from '../money/known.ts';
import { micros, runs, spentIn, today } from '../money/one-sum.ts';
import { journalSteps } from '../money/random-journal.ts';

describe('rules reckon with the cost that spotdeck spend says', () => {
  test('of today', async () => {
    await fc.assert(
      fc.asyncProperty(journalSteps, async (steps) => {
        const { now, time, zone, ofToday, ofLong } = await today(steps);
        const state: ConsoleState = { ...startedConsole(), now, money: moneyFrom(ofLong) };
        const view = ruleViewOf(state, { read: readAtOnce(state.now), busy: new Set(), pauseSet: () => null });
        const spent = leastOf(view.spentToday(zone) ?? NO_SUM).map((cost) => cost.micros.toString());
        expect(spent).toEqual(micros(spentIn(ofToday, time, zone).costs));
      }),
      runs,
    );
  });

  test('for a rule that let bids run: it has cost what they cost since', async () => {
    await fc.assert(
      fc.asyncProperty(journalSteps, async (steps) => {
        const { now, time, zone, ofLong } = await today(steps);
        const whole = spentIn(ofLong, time, zone);
        const runsOn = new Set(
          ofLong.records.flatMap(({ bids }) =>
            bids.filter((own) => own.steps.every(({ state }) => state !== 'ended')).map(({ traits }) => traits.bid),
          ),
        );
        const actions = [...runsOn].map((bid) => {
          const fid = BidFid.parse(bid);
          return { at: time.from, fid, action: { kind: 'resume' as const, fid, name: bid, reason: '' } };
        });
        const own = whole.bids.filter(({ traits }) => runsOn.has(traits.bid));
        const expected = sumCosts(own.flatMap(({ costs }) => costs));
        const { cost } = effectsOf(actions, ofLong.records, now);
        expect(leastOf(cost).map((amount) => amount.micros.toString())).toEqual(micros(expected));
      }),
      runs,
    );
  });
});
