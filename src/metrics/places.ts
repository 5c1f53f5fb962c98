import { printableLine } from '../lib/sanitize.ts';
import { cut } from '../lib/width.ts';
import { pairPricesOf } from '../money/pair-prices.ts';
import type { ConsoleState } from '../state/state.ts';
import type { Labels } from './series.ts';

/** Most pairs of an instance type and a region with labels of their own. */
const MAX_PLACES = 300;
/** Longest value of a label, in columns. */
const MAX_VALUE = 80;
/** Both labels of the pairs beyond the limit. */
export const OTHER: Labels = { instance_type: 'other', region: 'other' };

/** A row with a type and a region. */
export type Placed = { readonly instance_type: string | null; readonly region: string | null };

/** Returns the labels `instance_type` and `region` of a row. */
export type Places = (row: Placed) => Labels;

/** Returns a text of the service as the value of a label. */
export const labelValue = (text: string | null): string => cut(printableLine(text ?? ''), MAX_VALUE, '');

const keyOf = ({ instance_type, region }: Placed): string => JSON.stringify([instance_type, region]);

/**
 * Creates the labels of types and regions. The first pairs that are seen keep labels of their own for as long as the program runs, so
 * that no series changes its meaning; those beyond the limit share the labels `other`.
 */
export function createPlaces(max: number = MAX_PLACES): (state: ConsoleState) => Places {
  const known = new Map<string, Labels>();
  const placeOf: Places = (row) => known.get(keyOf(row)) ?? OTHER;
  const learn = (row: Placed): void => {
    const key = keyOf(row);
    if (known.size >= max || known.has(key)) return;
    known.set(key, { instance_type: labelValue(row.instance_type), region: labelValue(row.region) });
  };
  return ({ lists, bidRecords }) => {
    for (const { row } of lists.bids.rows.values()) learn(row);
    for (const { row } of lists.instances.rows.values()) learn(row);
    for (const { band } of bidRecords === null ? [] : pairPricesOf(bidRecords))
      learn({ instance_type: band.type, region: band.region });
    return placeOf;
  };
}
