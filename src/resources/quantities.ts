import { isCurrency, parseMoney } from '../lib/money.ts';

/** Each kind reads a typed value in its own way. */
export type MeasureKind = 'price' | 'time' | 'size' | 'number' | 'percent' | 'margin';

/** Comparable with others of the same `unit`, such as a currency. */
export type Measure = { readonly amount: bigint | number; readonly unit: string };

const SECOND = 1000;
const TIMES: Readonly<Record<string, number>> = {
  s: SECOND,
  m: 60 * SECOND,
  h: 3600 * SECOND,
  d: 86_400 * SECOND,
  w: 7 * 86_400 * SECOND,
};
const SIZES: Readonly<Record<string, number>> = { '': 1, gb: 1, tb: 1000 };

const PERCENT: Readonly<Record<string, number>> = { '': 1, '%': 1 };

/** Examples of each measure, for messages about wrong input. */
export const EXAMPLES: Readonly<Record<MeasureKind, string>> = {
  price: 'a price such as 2.50',
  time: 'a time such as 90s, 15m, 2h, 3d or 1w',
  size: 'a size such as 500GB or 2TB',
  number: 'a number',
  percent: 'a percentage such as 90',
  margin: 'a percentage such as 10%, or an amount such as 0.50',
};

/** Values of each measure, for examples of filters. */
export const EXAMPLE_VALUES: Readonly<Record<MeasureKind, string>> = {
  price: '2.50',
  time: '1h',
  size: '500GB',
  number: '2',
  percent: '90',
  margin: '10%',
};

/** Times in milliseconds, sizes in gigabytes, prices in millionths. A margin has the unit `%`, or that of its amount. */
export function measured(kind: MeasureKind, text: string): Measure | null {
  switch (kind) {
    case 'price': {
      const money = parseMoney(text);
      const isPrice = money !== null && (money.sign === '' || isCurrency(money.sign));
      return isPrice ? { amount: money.micros, unit: money.sign } : null;
    }
    case 'margin': {
      const [, percent = null] = /^(-?\d{1,4}(?:\.\d{1,3})?)%$/.exec(text) ?? [];
      return percent === null ? measured('price', text) : { amount: Number(percent), unit: '%' };
    }
    case 'time':
      return scaled(/^(\d{1,6}(?:\.\d{1,3})?)([smhdw])$/i.exec(text), TIMES);
    case 'size':
      return scaled(/^(\d{1,9}(?:\.\d{1,3})?)\s*(|gb|tb)$/i.exec(text), SIZES);
    case 'number':
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? { amount: Number(text), unit: '' } : null;
    case 'percent':
      return scaled(/^(\d{1,3}(?:\.\d{1,3})?)(%?)$/.exec(text), PERCENT);
  }
}

/** A time as in a filter: `10m`, `90s`. */
export function writtenTime(ms: number): string {
  const [unit, length] = Object.entries(TIMES).findLast(([, each]) => ms >= each && ms % each === 0) ?? ['s', SECOND];
  return `${ms / length}${unit}`;
}

function scaled(match: RegExpExecArray | null, units: Readonly<Record<string, number>>): Measure | null {
  const unit = units[match?.[2]?.toLowerCase() ?? 'none'];
  return match === null || unit === undefined ? null : { amount: Number(match[1]) * unit, unit: '' };
}
