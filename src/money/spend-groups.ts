import type { BidRecord, Interval } from './bid-step.ts';
import { gapsIn, joined } from './observed-time.ts';
import { type BidSpend, type Cost, type Gap, gapsOf, spendOf, sumCosts } from './spend.ts';

/** What the bids with one key cost at most. `runningMs` counts each instance. */
export type SpendGroup = { readonly key: string } & Pick<BidSpend, 'costs' | 'runningMs' | 'unpricedMs'>;

/** What all bids cost at most over the observed part of a time, and the gaps in it. Of several projects, all gaps count. */
export type Spend = {
  readonly costs: readonly Cost[];
  readonly runningMs: number;
  /** Running time without a price that can be read, which no cost has. */
  readonly unpricedMs: number;
  /** Time that was observed in every project, in milliseconds. */
  readonly observedMs: number;
  readonly gaps: readonly Gap[];
};

const largest = (costs: readonly Cost[]): bigint =>
  costs.reduce((most, { microMs }) => (microMs > most ? microMs : most), 0n);

const sumOf = (spends: readonly BidSpend[]): Pick<BidSpend, 'costs' | 'runningMs' | 'unpricedMs'> => ({
  costs: sumCosts(spends.flatMap(({ costs }) => costs)),
  runningMs: spends.reduce((sum, { runningMs }) => sum + runningMs, 0),
  unpricedMs: spends.reduce((sum, { unpricedMs }) => sum + unpricedMs, 0),
});

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
    .map(([key, spends]) => ({ key, ...sumOf(spends) }))
    .sort((a, b) => Number(largest(b.costs) > largest(a.costs)) - Number(largest(b.costs) < largest(a.costs)));
}

/** Returns what all bids cost at most over the observed part of a time. */
export function spendIn(records: readonly BidRecord[], time: Interval): Spend {
  const spends = records.flatMap((record) => spendOf(record, time));
  const unobserved = joined(records.flatMap(({ observed }) => gapsIn(observed, time)));
  const gapMs = unobserved.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    ...sumOf(spends),
    observedMs: records.length === 0 ? 0 : Math.max(0, time.to - time.from - gapMs),
    gaps: records.flatMap((record) => gapsOf(record, time)),
  };
}
