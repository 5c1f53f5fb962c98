import type { Money } from '../../../lib/money.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { cut } from '../../../lib/width.ts';

/** Values are safe to print and of bounded length. */
export type Labels = Readonly<Record<string, string>>;

export type Sample = { readonly labels: Labels; readonly value: number };

/** Most values of a label, and most combinations of labels, or rows with series of their own. */
export const MAX_VALUES = 200;
export const MAX_SERIES = 2000;
const MAX_VALUE = 80;
/** Most values beyond the bounds that are told apart to count them. */
export const MAX_FOLDED = 10_000;
export const OTHER = 'other';

export type RawLabels = Readonly<Record<string, string | null>>;

/**
 * The one bound of all labels. The first values and combinations keep their series while the program runs, so that no series
 * changes its meaning; those beyond share `other`.
 */
export type LabelBounds = {
  readonly value: (label: string, text: string | null) => string;
  /** The same object for the same labels; all `other` for a combination beyond the bounds. */
  readonly labels: (raw: RawLabels) => Labels;
  /** The labels of an amount; null when its currency is beyond the bounds. */
  readonly priced: (raw: RawLabels, sign: string) => Labels | null;
  /** How many values and combinations share `other`, by the names of their labels. */
  readonly folded: () => readonly Sample[];
};

/** A text of the service as the value of a label. */
export const labelValue = (text: string | null): string => cut(printableLine(text ?? ''), MAX_VALUE, '');

export function createLabelBounds(maxValues = MAX_VALUES, maxSeries = MAX_SERIES): LabelBounds {
  const values = new Map<string, Map<string | null, string>>();
  const combinations = new Map<string, Map<string, Labels>>();
  const others = new Map<string, Labels>();
  const folded = new Map<string, Set<string>>();

  const fold = (label: string, key: string): void => {
    const keys = entryOf(folded, label, () => new Set<string>());
    if (keys.size < MAX_FOLDED) keys.add(key);
  };
  const value: LabelBounds['value'] = (label, text) => {
    const known = entryOf(values, label, () => new Map<string | null, string>());
    const own = known.get(text);
    if (own !== undefined) return own;
    if (known.size >= maxValues) {
      fold(label, (text ?? '').slice(0, MAX_VALUE));
      return OTHER;
    }
    const made = labelValue(text);
    known.set(text, made);
    return made;
  };
  const labels: LabelBounds['labels'] = (raw) => {
    const own = Object.entries(raw).map(([name, text]) => [name, value(name, text)] as const);
    const shape = Object.keys(raw).join(' ');
    const key = own.map(([, text]) => text).join('\n');
    const known = entryOf(combinations, shape, () => new Map<string, Labels>());
    if (known.size < maxSeries || known.has(key)) return entryOf(known, key, () => Object.fromEntries(own));
    fold(shape, key);
    return entryOf(others, shape, () => Object.fromEntries(own.map(([name]) => [name, OTHER])));
  };
  return {
    value,
    labels,
    priced: (raw, sign) => {
      const currency = value('currency', sign);
      if (currency === OTHER) return null;
      const priced = labels({ ...raw, currency: sign });
      return priced['currency'] === OTHER ? { ...priced, currency } : priced;
    },
    folded: () => [...folded].map(([label, { size }]) => ({ labels: { label }, value: size })),
  };
}

function entryOf<Entry>(entries: Map<string, Entry>, key: string, make: () => Entry): Entry {
  const known = entries.get(key) ?? make();
  entries.set(key, known);
  return known;
}

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

export function countBy<Row>(rows: Iterable<Row>, labelsOf: (row: Row) => Labels): readonly Sample[] {
  const tally = createTally();
  for (const row of rows) tally.add(labelsOf(row));
  return tally.samples();
}

/** A number of the currency's unit, such as dollars. */
export const amountOf = (micros: bigint): number => Number(micros) / 1e6;

/** Amounts with their currency as a label; a currency beyond the bounds would be no unit. */
export const amounts = (bounds: LabelBounds, all: readonly Money[], raw: RawLabels = {}): readonly Sample[] =>
  all.flatMap(({ sign, micros }) => {
    const labels = bounds.priced(raw, sign);
    return labels === null ? [] : [{ labels, value: amountOf(micros) }];
  });
