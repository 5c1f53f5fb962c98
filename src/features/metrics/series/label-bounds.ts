import { printableLine } from '../../../lib/sanitize.ts';
import { cut } from '../../../lib/width.ts';

/** Labels of a series, by name. Values are safe to print and of bounded length. */
export type Labels = Readonly<Record<string, string>>;

/** One series at the time of a scrape. */
export type Sample = { readonly labels: Labels; readonly value: number };

/** Most values of a label, and most combinations of the labels of a metric, or rows with series of their own. */
export const MAX_VALUES = 200;
export const MAX_SERIES = 2000;
/** Longest value of a label, in columns. */
const MAX_VALUE = 80;
/** Most values beyond the bounds that are told apart to count them. */
export const MAX_FOLDED = 10_000;
/** The value that all others share. */
export const OTHER = 'other';

/** Labels as the service or the config file has them. */
export type RawLabels = Readonly<Record<string, string | null>>;

/**
 * The one bound of all labels. The first values of a label and the first combinations of labels keep series of their own for as long as
 * the program runs, so that no series changes its meaning; those beyond share `other`.
 */
export type LabelBounds = {
  readonly value: (label: string, text: string | null) => string;
  /** Labels within the bounds, the same object for the same labels; all of them `other` for a combination beyond them. */
  readonly labels: (raw: RawLabels) => Labels;
  /** The labels of an amount, which keeps its currency beyond the bounds of the others; null when it can't keep that. */
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

/** The entry of a map, which is made when it is missing. */
function entryOf<Entry>(entries: Map<string, Entry>, key: string, make: () => Entry): Entry {
  const known = entries.get(key) ?? make();
  entries.set(key, known);
  return known;
}
