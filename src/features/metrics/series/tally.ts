import type { Money } from '../../../lib/money.ts';
import type { LabelBounds, Labels, RawLabels, Sample } from './label-bounds.ts';

/** Adds values up by their labels. */
export function createTally() {
  const byKey = new Map<string, { readonly labels: Labels; value: number }>();
  return {
    add: (labels: Labels, value = 1): void => {
      const key = JSON.stringify(Object.entries(labels).sort());
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, { labels, value });
      else known.value += value;
    },
    samples: (): readonly Sample[] => [...byKey.values()],
  };
}

/** The number of rows by their labels. */
export function countBy<Row>(rows: Iterable<Row>, labelsOf: (row: Row) => Labels): readonly Sample[] {
  const tally = createTally();
  for (const row of rows) tally.add(labelsOf(row));
  return tally.samples();
}

/** An amount as a metric has it: a number of the currency's unit, such as dollars. */
export const amountOf = (micros: bigint): number => Number(micros) / 1e6;

/** Amounts of several currencies, with the currency as a label; those in a currency beyond the bounds would have no unit. */
export const amounts = (bounds: LabelBounds, all: readonly Money[], raw: RawLabels = {}): readonly Sample[] =>
  all.flatMap(({ sign, micros }) => {
    const labels = bounds.priced(raw, sign);
    return labels === null ? [] : [{ labels, value: amountOf(micros) }];
  });
