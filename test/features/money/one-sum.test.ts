import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BidFid } from '../../../src/contract/fid.ts';
import { digestOf } from '../../../src/features/digest/digest.ts';
import { createEventCounts } from '../../../src/features/metrics/event-counts.ts';
import { createLabelBounds } from '../../../src/features/metrics/label-bounds.ts';
import { metrics } from '../../../src/features/metrics/metrics.ts';
import { type Grouping, spendReport } from '../../../src/features/money/commands/spend-report.ts';
import { type Cost, moneyOf, sumCosts } from '../../../src/features/money/cost.ts';
import { costSoFar, createCostHistory } from '../../../src/features/money/cost-history.ts';
import type { Measured } from '../../../src/features/money/spend.ts';
import type { Spend } from '../../../src/features/money/spend-over.ts';
import { effectsOf } from '../../../src/features/rules/engine/effects.ts';
import { readAtOnce } from '../../../src/features/rules/engine/needs.ts';
import { ruleViewOf } from '../../../src/features/rules/runner/rule-view.ts';
import { dayAt, localZone } from '../../../src/lib/calendar.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { HERE } from '../../journal/scope.ts';
import { startedConsole } from '../../store/made.ts';
import { journalSteps, playedJournal } from './random-journal.ts';

const runs = { numRuns: Number(process.env['SPOTDECK_SPEND_RUNS'] ?? 100) };

/** A journal with what is known of today until now, and of a longer time. */
function today(steps: Parameters<typeof playedJournal>[0]) {
  const played = playedJournal(steps);
  const { now, records } = played;
  const zone = localZone(now);
  const time = { from: dayAt(now, zone).from, to: now };
  return { now, zone, time, ofToday: records(time.from), ofLong: records(now - 90 * 86_400_000) };
}

/** What two spends of the same time have in common, whatever they are divided into. */
const figures = ({ costs, most, runningMs, unpricedMs, observedMs, gapMs, unknownMs, time, firstLooks }: Spend) => ({
  ...{ costs, most, runningMs, unpricedMs, observedMs, gapMs, unknownMs, time },
  // A command reads no more of the past than one look before its time.
  isKnown: firstLooks.map(({ at }) => at !== null),
});
const micros = (costs: readonly Cost[]): readonly string[] => costs.map((cost) => moneyOf(cost).micros.toString());

describe('every amount over time is the same figure for the same time', () => {
  test('in $, W, spotdeck digest and spotdeck spend, whatever they have read of the journal', () => {
    fc.assert(
      fc.property(journalSteps, (steps) => {
        const { time, zone, ofToday, ofLong } = today(steps);
        const by = (grouping: Grouping) => spendReport(ofToday, { time, by: grouping, zone, aliases: new Map() });
        const { whole } = by('day');
        const parts = [{ project: HERE.project, time, events: [] }];
        const spent = figures(whole);
        expect(figures(createCostHistory().over(ofLong, 'today', zone).spend)).toEqual(spent);
        expect(digestOf(parts, ofLong, null).spend).not.toBeNull();
        for (const known of [ofLong, ofToday]) {
          const { spend } = digestOf(parts, known, null);
          expect(spend === null ? null : figures(spend)).toEqual(spent);
        }
        for (const grouping of ['day', 'hour', 'bid', 'type', 'region', 'project'] as const) {
          const lines = by(grouping).lines.map((line): Measured => (line.kind === 'period' ? line.spend : line.group));
          expect(sumCosts(lines.flatMap(({ costs }) => costs)), grouping).toEqual(whole.costs);
        }
      }),
      runs,
    );
  });

  test('in W, spotdeck digest and spotdeck spend of any time, whether it begins in observed time, in a gap or before the first look', () => {
    fc.assert(
      fc.property(journalSteps, fc.double({ min: -0.2, max: 1, noNaN: true }), (steps, share) => {
        const { now, began, records } = playedJournal(steps);
        const time = { from: Math.round(began + share * (now - began)), to: now };
        const parts = [{ project: HERE.project, time, events: [] }];
        const spends = [records(time.from), records(began - 90 * 86_400_000)].flatMap((known) => [
          digestOf(parts, known, null).spend,
          spendReport(known, { time, by: 'type', zone: 'UTC', aliases: new Map() }).whole,
        ]);
        const [first, ...others] = spends.map((spend) => (spend === null ? null : figures(spend)));
        for (const other of others) expect(other).toEqual(first);
      }),
      runs,
    );
  });

  test('for the budgets, the rules and the exporter', () => {
    fc.assert(
      fc.property(journalSteps, (steps) => {
        const { now, time, zone, ofToday, ofLong } = today(steps);
        const { whole } = spendReport(ofToday, { time, by: 'day', zone, aliases: new Map() });
        expect(costSoFar(ofLong, zone).day).toEqual(whole.costs.map(moneyOf));
        const state: ConsoleState = { ...startedConsole(), now, bidRecords: ofLong };
        const view = ruleViewOf(state, { read: readAtOnce(state.now), busy: new Set(), pauseGroup: () => null });
        expect(view.spentToday(zone)?.map((cost) => cost.micros.toString())).toEqual(micros(whole.costs));
        const bounds = createLabelBounds();
        const source = {
          ...{ state, bounds, counts: createEventCounts(() => state, bounds).counts, isCurrent: () => true },
        };
        const served = (name: string): readonly number[] =>
          metrics
            .filter((metric) => metric.name === name)
            .flatMap((metric) => metric.samples(source))
            .filter(({ labels }) => labels['period'] === 'today')
            .map(({ value }) => value);
        const looked = whole.firstLooks.some(({ at }) => at !== null);
        expect(served('spotdeck_spend_at_most')).toEqual(micros(whole.costs).map((one) => Number(one) / 1e6));
        expect(served('spotdeck_spend_unobserved_seconds')).toEqual(looked ? [whole.gapMs / 1000] : []);
      }),
      runs,
    );
  });

  test('for a rule that let bids run: it has cost what they cost since', () => {
    fc.assert(
      fc.property(journalSteps, (steps) => {
        const { now, time, zone, ofLong } = today(steps);
        const { whole } = spendReport(ofLong, { time, by: 'bid', zone, aliases: new Map() });
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
        expect(effectsOf(actions, ofLong.records, now).cost.map((cost) => cost.micros.toString())).toEqual(
          micros(expected),
        );
      }),
      runs,
    );
  });
});
