import type { BidRecord, Interval } from './bid-step.ts';
import { within } from './observed-time.ts';
import { type BidSpend, type Cost, type Gap, gapsOf, spendOf, sumCosts } from './spend.ts';

/** What the bids with one key cost at most. `runningMs` counts each instance. */
export type SpendGroup = { readonly key: string; readonly costs: readonly Cost[]; readonly runningMs: number };

/** What all bids cost at most over the observed part of a time, and the gaps in it. Of several projects, all gaps count. */
export type Spend = {
  readonly costs: readonly Cost[];
  readonly runningMs: number;
  /** Time that was observed in every project, in milliseconds. */
  readonly observedMs: number;
  readonly gaps: readonly Gap[];
};

const largest = (costs: readonly Cost[]): bigint =>
  costs.reduce((most, { microMs }) => (microMs > most ? microMs : most), 0n);

/** Returns the costs of bids by a key, the dearest first. */
export function spendBy(
  records: readonly BidRecord[],
  time: Interval,
  keyOf: (spend: BidSpend) => string,
): readonly SpendGroup[] {
  const groups = Map.groupBy(
    records.flatMap((record) => spendOf(record, time)),
    keyOf,
  );
  return [...groups]
    .map(([key, spends]) => ({
      key,
      costs: sumCosts(spends.flatMap(({ costs }) => costs)),
      runningMs: spends.reduce((sum, { runningMs }) => sum + runningMs, 0),
    }))
    .sort((a, b) => Number(largest(b.costs) > largest(a.costs)) - Number(largest(b.costs) < largest(a.costs)));
}

/** Returns what all bids cost at most over the observed part of a time. */
export function spendIn(records: readonly BidRecord[], time: Interval): Spend {
  const spends = records.flatMap((record) => spendOf(record, time));
  const observed = records.map((record) =>
    within(record.observed, time).reduce((sum, { from, to }) => sum + to - from, 0),
  );
  return {
    costs: sumCosts(spends.flatMap(({ costs }) => costs)),
    runningMs: spends.reduce((sum, { runningMs }) => sum + runningMs, 0),
    observedMs: observed.length === 0 ? 0 : Math.min(...observed),
    gaps: records.flatMap((record) => gapsOf(record, time)),
  };
}
