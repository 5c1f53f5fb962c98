import { firstWhere, type Interval } from '../../../lib/intervals.ts';
import { formatMoneyGrouped, formatRoundedUp } from '../../../lib/money.ts';
import { cut, widthOf } from '../../../lib/width.ts';
import type { Tone } from '../../../resources/cell.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import type { DialogLine, Segment } from '../../../screen/dialogs/line.ts';
import type { BidState, ObservedBid } from '../bid-record.ts';

/** A limit price of a bid filled, waiting, or paused. */
export type LineCell = 'holds' | 'waits' | 'rests';

/** Column by column over the price; null for none. */
type ChartLine = readonly ({ readonly value: number; readonly cell: LineCell } | null)[];

export type ChartMark = { readonly column: number; readonly value: number; readonly cell: 'filled' | 'lost' };

export type Chart = {
  /** The price at most, by column; null when not known. */
  readonly most: readonly (number | null)[];
  /** The price that the service says, by column; null when it says none. */
  readonly said: readonly (number | null)[];
  readonly lines: readonly ChartLine[];
  readonly marks: readonly ChartMark[];
  readonly cursor: ChartMark | null;
};

/** `price`: where the price was. */
export type BandCell =
  | 'blank'
  | 'price'
  | 'said'
  | 'cursor'
  | LineCell
  | ChartMark['cell']
  | 'filled-here'
  | 'lost-here';

export type Range = { readonly from: number; readonly to: number };

/** Least part of the highest value in a chart, lest a small change look large. */
const LEAST_RANGE = 1 / 20;

/** The range of all values; null without any. */
export function rangeOf(values: readonly number[]): Range | null {
  if (values.length === 0) return null;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [from, to] = [Math.min(from, value), Math.max(to, value)];
  const missing = Math.max(0, to * LEAST_RANGE - (to - from));
  return { from: Math.max(0, from - missing / 2), to: to + missing / 2 };
}

/** The row of a value, from the lowest; out of the range, the nearest one. */
export function levelOf(value: number, { from, to }: Range, height: number): number {
  if (to <= from) return 0;
  return Math.max(0, Math.min(height - 1, Math.round(((value - from) / (to - from)) * (height - 1))));
}

/** Draws the price, then lines in the range, then marks: losses over fills. The highest row is first. */
export function bandChart(
  { most, said, lines, marks, cursor }: Chart,
  range: Range,
  height: number,
): readonly (readonly BandCell[])[] {
  const level = (value: number): number => levelOf(value, range, height);
  const rows = Array.from({ length: height }, () => most.map((): BandCell => 'blank'));
  const put = (at: number, column: number, cell: BandCell): void => {
    const row = rows[height - 1 - at];
    if (row !== undefined && column >= 0 && column < row.length) row[column] = cell;
  };
  most.forEach((bound, column) => {
    if (bound !== null) for (let at = 0; at <= level(bound); at++) put(at, column, 'price');
  });
  said.forEach((price, column) => {
    if (price !== null) put(level(price), column, 'said');
  });
  if (cursor !== null) for (let at = 0; at < height; at++) put(at, cursor.column, 'cursor');
  // The last of overlapping lines is seen.
  for (const cell of ['rests', 'waits', 'holds'])
    for (const line of lines)
      line.forEach((point, column) => {
        if (point?.cell === cell && point.value >= range.from && point.value <= range.to)
          put(level(point.value), column, point.cell);
      });
  for (const drawn of ['filled', 'lost'])
    for (const { column, value, cell } of marks) if (cell === drawn) put(level(value), column, cell);
  if (cursor !== null) put(level(cursor.value), cursor.column, `${cursor.cell}-here`);
  return rows;
}

const CELLS: { readonly [State in BidState]: LineCell | null } = {
  allocated: 'holds',
  open: 'waits',
  preempting: 'waits',
  other: 'waits',
  paused: 'rests',
  ended: null,
};

/** Null once ended. */
export const lineCellOf = (state: BidState): LineCell | null => CELLS[state];

/** A bid's limit price in each part of a time; null before it was seen, once it ended, and in gaps. */
export const limitLine = (
  { bid: { steps }, observed }: ObservedBid,
  sign: string,
  { from, to }: Interval,
  parts: number,
): ChartLine =>
  Array.from({ length: parts }, (_, part) => {
    const begin = from + ((to - from) * part) / parts;
    const end = from + ((to - from) * (part + 1)) / parts;
    const step = steps[firstWhere(steps, ({ at }) => at >= end) - 1];
    const cell = step === undefined ? null : lineCellOf(step.state);
    const seen = observed[firstWhere(observed, (one) => one.to >= begin)];
    if (cell === null || step?.limit?.sign !== sign || seen === undefined || seen.from > end) return null;
    return { value: Number(step.limit.micros), cell };
  });

/** Cells of the label and the picture, lines of its height. */
export type PictureRoom = { readonly label: number; readonly columns: number; readonly height: number };

type Picture = {
  readonly lines: readonly DialogLine[];
  readonly legend: readonly (readonly Segment[])[];
};

/** With its meaning in the legend; `found` makes it stand out. */
type Sign = { readonly text: string; readonly tone: Tone; readonly meaning?: string; readonly found?: true };
type Signs = { readonly [Each in Exclude<BandCell, 'blank'>]: Sign };

const LINE_TONES: { readonly [Cell in LineCell]: Tone } = { holds: 'strong', waits: 'warn', rests: 'dim' };

export const lineTone = (cell: LineCell): Tone => LINE_TONES[cell];

const signsOf = ({ shade, box, lines, bad, on }: Glyphs, hasSaid: boolean): Signs => ({
  said: { text: box.across, tone: 'accent', meaning: 'price (service)' },
  price: {
    text: shade,
    tone: 'dim',
    meaning: hasSaid ? 'the price was not above this (own bids)' : 'the price was not above this',
  },
  holds: { text: lines.full, tone: LINE_TONES.holds, meaning: 'limit of a bid with its instances' },
  waits: { text: lines.broken, tone: LINE_TONES.waits, meaning: 'limit of one that waits' },
  rests: { text: lines.dotted, tone: LINE_TONES.rests, meaning: 'limit of one that is paused' },
  lost: { text: bad, tone: 'bad', meaning: 'bid lost' },
  filled: { text: on, tone: 'good', meaning: 'bid filled' },
  cursor: { text: box.down, tone: 'accent' },
  'lost-here': { text: bad, tone: 'bad', found: true },
  'filled-here': { text: on, tone: 'good', found: true },
});

/** Prices in micros with the scale at the left; `ends` stands at the right of each row, the highest first. */
export function pictureOf(
  chart: Chart,
  range: Range,
  sign: string,
  { label, height }: PictureRoom,
  glyphs: Glyphs,
  ends: readonly (readonly Segment[])[],
): Picture {
  const rows = bandChart(chart, range, height);
  const signs = signsOf(
    glyphs,
    chart.said.some((price) => price !== null),
  );
  const met = new Set<string>(rows.flat().map((cell) => cell.replace('-here', '')));
  return {
    lines: rows.map((row, n) => ({
      kind: 'text',
      segments: [
        { text: labelOf(n, height, range, sign, label), tone: 'dim' },
        ...segmentsOf(row, signs),
        ...(ends[n] ?? []),
      ],
    })),
    legend: Object.entries(signs).flatMap(([cell, { text, tone, meaning }]) =>
      meaning === undefined || !met.has(cell)
        ? []
        : [
            [
              { text, tone },
              { text: ` ${meaning}   `, tone: 'dim' },
            ],
          ],
    ),
  };
}

function segmentsOf(row: readonly BandCell[], signs: Signs): readonly Segment[] {
  const runs: { readonly cell: BandCell; length: number }[] = [];
  for (const cell of row) {
    const last = runs.at(-1);
    if (last?.cell === cell) last.length += 1;
    else runs.push({ cell, length: 1 });
  }
  return runs.map(({ cell, length }) => {
    if (cell === 'blank') return { text: ' '.repeat(length) };
    const { text, tone, found = false } = signs[cell];
    return { text: text.repeat(length), tone, found };
  });
}

/** Smallest part of a price in the scale, in micros; the second for close prices. */
const CENT = 10_000;
const FINE = 100;
const TALL = 13;

/** At the highest and lowest row, and in the middle of tall pictures. */
function labelOf(row: number, height: number, { from, to }: Range, sign: string, width: number): string {
  const middle = Math.floor((height - 1) / 2);
  const isLabelled = row === 0 || row === height - 1 || (height >= TALL && row === middle);
  if (!isLabelled) return ' '.repeat(width);
  const value = height < 2 ? to : to - ((to - from) * row) / (height - 1);
  const step = to - from < 2 * CENT ? FINE : CENT;
  const micros = BigInt(Math.round(value / step) * step);
  const texts = [
    formatMoneyGrouped({ sign, micros, text: '' }),
    formatMoneyGrouped({ sign: '', micros, text: '' }),
    formatRoundedUp({ sign: '', micros }),
  ];
  const room = width - 1;
  const text = texts.find((one) => widthOf(one) <= room) ?? cut(texts.at(-1) ?? '', room, '');
  return `${text.padStart(room)} `;
}
