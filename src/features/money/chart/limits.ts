import { cut, widthOf } from '../../../lib/width.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import type { Segment } from '../../../screen/dialogs/line.ts';
import type { ObservedBid } from '../bid-record.ts';
import { amount } from '../price-sentence.ts';
import { type LineCell, levelOf, lineCellOf, lineTone, type Range } from './picture.ts';

type Limit = {
  readonly micros: bigint;
  readonly cell: LineCell;
  readonly names: readonly string[];
};

export const nameOfBid = ({ bid: { traits } }: ObservedBid): string => (traits.name === '' ? traits.bid : traits.name);

const RANKS = { holds: 0, waits: 1, rests: 2 } as const;

/** Limit prices of the bids that have not ended, highest first. */
export function lastLimits(bids: readonly ObservedBid[], sign: string): readonly Limit[] {
  const limits = new Map<bigint, Limit>();
  for (const one of bids) {
    const last = one.bid.steps.at(-1);
    const cell = last === undefined ? null : lineCellOf(last.state);
    if (cell === null || last?.limit?.sign !== sign) continue;
    const { micros } = last.limit;
    const known = limits.get(micros);
    limits.set(micros, {
      micros,
      cell: known !== undefined && RANKS[known.cell] < RANKS[cell] ? known.cell : cell,
      names: [...(known?.names ?? []), nameOfBid(one)],
    });
  }
  return [...limits.values()].sort((a, b) => (a.micros > b.micros ? -1 : 1));
}

/** Neighbours on one row. */
type Label = { readonly limits: readonly Limit[]; readonly row: number };

const LEAST_NAME = 6;

/** With an arrow beyond the scale, and with the price when there is room. */
function textOf(limits: readonly Limit[], range: Range, sign: string, room: number, glyphs: Glyphs): string {
  const [first] = limits;
  if (first === undefined) return '';
  const value = Number(first.micros);
  const arrow = value > range.to ? `${glyphs.up} ` : value < range.from ? `${glyphs.down} ` : '';
  const names = limits.flatMap((one) => one.names).join(', ');
  const price = ` ${amount(sign, first.micros)}`;
  const forNames = room - widthOf(arrow) - widthOf(price);
  const hasPrice = limits.length === 1 && forNames >= Math.min(LEAST_NAME, widthOf(names));
  return hasPrice ? `${arrow}${cut(names, forNames, glyphs.cut)}${price}` : cut(`${arrow}${names}`, room, glyphs.cut);
}

/** Widths of a bid's name with the blank before it, in cells. */
const WIDTHS = { most: 30, least: 10 };

/** In cells; 0 without any. */
export function endsWidth(limits: readonly Limit[], sign: string, width: number): number {
  const widths = limits.map(({ names, micros }) => widthOf(`${names.join(', ')} ${amount(sign, micros)}`));
  return limits.length === 0
    ? 0
    : Math.min(WIDTHS.most, Math.max(WIDTHS.least, Math.floor(width / 4)), 3 + Math.max(...widths));
}

/** Names of bids beside each row, as near to their lines as possible. */
export function endsOf(
  limits: readonly Limit[],
  range: Range,
  sign: string,
  { width, height }: { readonly width: number; readonly height: number },
  glyphs: Glyphs,
): readonly (readonly Segment[])[] {
  const rowOf = ({ micros }: Limit): number => height - 1 - levelOf(Number(micros), range, height);
  const labels = spread(together(limits, height), rowOf, height);
  return Array.from({ length: height }, (_, row) => {
    const label = labels.find((one) => one.row === row);
    const [first] = label?.limits ?? [];
    if (label === undefined || first === undefined) return [];
    return [{ text: ` ${textOf(label.limits, range, sign, width - 1, glyphs)}`, tone: lineTone(first.cell) }];
  });
}

/** Joins the nearest until each has a row. */
function together(limits: readonly Limit[], rows: number): readonly (readonly Limit[])[] {
  const groups: (readonly Limit[])[] = limits.map((one) => [one]);
  while (groups.length > rows) {
    let nearest = 0;
    let least: bigint | null = null;
    for (let n = 0; n + 1 < groups.length; n++) {
      const gap = (groups[n]?.[0]?.micros ?? 0n) - (groups[n + 1]?.at(-1)?.micros ?? 0n);
      if (least === null || gap < least) [nearest, least] = [n, gap];
    }
    groups.splice(nearest, 2, [...(groups[nearest] ?? []), ...(groups[nearest + 1] ?? [])]);
  }
  return groups;
}

/** One row for each group, near that of its first limit price. */
function spread(
  groups: readonly (readonly Limit[])[],
  rowOf: (limit: Limit) => number,
  height: number,
): readonly Label[] {
  const rows: number[] = [];
  for (const [n, [first]] of groups.entries())
    rows.push(Math.max(first === undefined ? 0 : rowOf(first), (rows[n - 1] ?? -1) + 1));
  for (let n = rows.length - 1, most = height - 1; n >= 0; n--) {
    const row = Math.min(rows[n] ?? 0, most);
    rows[n] = row;
    most = row - 1;
  }
  return groups.map((limits, n) => ({ limits, row: rows[n] ?? 0 }));
}
