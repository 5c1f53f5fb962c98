import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costsOf } from '../../../src/features/money/costs/periods.ts';
import { type Grouping, spendReport } from '../../../src/features/money/costs/report.ts';
import { type RunningCost, sumCosts, spentIn as sumSpent } from '../../../src/features/money/spend.ts';
import { figures, runs, spentIn, today } from './one-sum.ts';
import { journalSteps } from './random-journal.ts';

describe('every amount over time is the same figure for the same time', () => {
  test('in $ and spotdeck spend, whatever they have read of the journal', async () => {
    await fc.assert(
      fc.asyncProperty(journalSteps, async (steps) => {
        const { time, zone, ofToday, ofLong } = await today(steps);
        const whole = spentIn(ofToday, time, zone);
        expect(figures(costsOf(ofLong).over('today', zone).spend)).toEqual(figures(whole));
        const by = (grouping: Grouping) => spendReport(ofToday, { time, by: grouping, zone, aliases: new Map() });
        for (const grouping of ['day', 'hour', 'bid', 'type', 'region', 'project'] as const) {
          const lines = by(grouping).lines.map(
            (line): RunningCost => (line.kind === 'period' ? line.spend : line.group),
          );
          expect(sumCosts(lines.flatMap(({ costs }) => costs)), grouping).toEqual(whole.costs);
        }
      }),
      runs,
    );
  });

  test('for the budgets', async () => {
    await fc.assert(
      fc.asyncProperty(journalSteps, async (steps) => {
        const { time, zone, ofToday, ofLong } = await today(steps);
        const { costs, unpricedMs } = spentIn(ofToday, time, zone);
        expect(costsOf(ofLong).soFar(zone).day.most).toEqual(sumSpent({ costs, unpricedMs }));
      }),
      runs,
    );
  });
});
