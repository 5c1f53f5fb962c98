import type { Cost } from './cost.ts';
import type { BidSpend, Measured } from './spend.ts';
import { sumMeasured } from './spend-over.ts';

/** What the bids with one key cost at most. */
export type SpendGroup = Measured & { readonly key: string };

const largest = (costs: readonly Cost[]): bigint =>
  costs.reduce((most, { microMs }) => (microMs > most ? microMs : most), 0n);

/** Returns the costs of bids by a key, the dearest first. */
export function spendGroups(bids: readonly BidSpend[], keyOf: (spend: BidSpend) => string): readonly SpendGroup[] {
  return [...Map.groupBy(bids, keyOf)]
    .map(([key, own]) => ({ key, ...sumMeasured(own) }))
    .sort((a, b) => {
      const [costA, costB] = [largest(a.costs), largest(b.costs)];
      return costA === costB ? (a.key < b.key ? -1 : 1) : costA < costB ? 1 : -1;
    });
}
