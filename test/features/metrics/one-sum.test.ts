import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventCounts } from '../../../src/features/metrics/series/event-counts.ts';
import { createLabelBounds } from '../../../src/features/metrics/series/label-bounds.ts';
import { metrics } from '../../../src/features/metrics/series/metrics.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { startedConsole } from '../../store/made.ts';
import { moneyFrom } from '../money/known.ts';
import { micros, runs, spentIn, today } from '../money/one-sum.ts';
import { journalSteps } from '../money/random-journal.ts';

test('the exporter serves the cost of today that spotdeck spend says', async () => {
  await fc.assert(
    fc.asyncProperty(journalSteps, async (steps) => {
      const { now, time, zone, ofToday, ofLong } = await today(steps);
      const whole = spentIn(ofToday, time, zone);
      const state: ConsoleState = { ...startedConsole(), now, money: moneyFrom(ofLong) };
      const bounds = createLabelBounds();
      const { counts } = createEventCounts(() => state, bounds);
      const served = (name: string): readonly number[] =>
        metrics
          .filter((metric) => metric.name === name)
          .flatMap((metric) => metric.samples({ state, bounds, counts, isCurrent: () => true }))
          .filter(({ labels }) => labels['period'] === 'today')
          .map(({ value }) => value);
      const looked = whole.firstReads.some(({ at }) => at !== null);
      expect(served('spotdeck_spend_at_most')).toEqual(micros(whole.costs).map((one) => Number(one) / 1e6));
      expect(served('spotdeck_spend_unobserved_seconds')).toEqual(looked ? [whole.gapMs / 1000] : []);
    }),
    runs,
  );
});
