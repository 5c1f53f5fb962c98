import { formatMoneyGrouped, formatRoundedUp } from '../../lib/money.ts';
import { cut, widthOf } from '../../lib/width.ts';
import type { Tone } from '../../resources/cell.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import { type DialogLine, type Segment, widthOfAll } from '../../screen/dialogs/line.ts';
import { type BandCell, bandChart, type Chart, type Range } from './band-chart.ts';

/** Room of a picture: the width of the labels at its side and of the picture, in cells, and its height in lines. */
export type PictureRoom = { readonly label: number; readonly columns: number; readonly height: number };

/** Whether pictures are drawn: a screen reader has no use for them. */
export const hasPictures = ({ box }: Glyphs): boolean => box.across.trim() !== '';

/** A picture, and what its signs mean. */
export type Picture = {
  readonly lines: readonly DialogLine[];
  readonly legend: readonly (readonly Segment[])[];
};

/** A sign; those of the cursor have no meaning that needs words, and its mark stands out. */
type Sign = { readonly text: string; readonly tone: Tone; readonly meaning: string | null; readonly found?: true };
type Signs = { readonly [Each in Exclude<BandCell, 'blank'>]: Sign };

const signsOf = ({ shades, box, lines, bad, on }: Glyphs): Signs => ({
  within: { text: shades.both, tone: 'accent', meaning: 'price between two bounds' },
  open: { text: shades.one, tone: 'dim', meaning: 'price above or below one bound' },
  line: { text: box.across, tone: 'strong', meaning: 'limit price' },
  holds: { text: lines.full, tone: 'strong', meaning: 'limit of a bid with its instances' },
  waits: { text: lines.broken, tone: 'warn', meaning: 'limit of one that waits' },
  rests: { text: lines.dotted, tone: 'dim', meaning: 'limit of one that is paused' },
  lost: { text: bad, tone: 'bad', meaning: 'bid lost' },
  filled: { text: on, tone: 'good', meaning: 'bid filled' },
  cursor: { text: box.down, tone: 'accent', meaning: null },
  'lost-here': { text: bad, tone: 'bad', meaning: null, found: true },
  'filled-here': { text: on, tone: 'good', meaning: null, found: true },
});

/** The signs that lines of limit prices are drawn with. */
export const lineTone = (cell: 'holds' | 'waits' | 'rests'): Tone =>
  cell === 'holds' ? 'strong' : cell === 'waits' ? 'warn' : 'dim';

/** In which order the legend names the signs. */
const NAMED = ['within', 'open', 'line', 'holds', 'waits', 'rests', 'lost', 'filled'] as const;

/** Draws a chart of prices in micros with the scale at its left; `ends` has what is written at the right of each row, the highest first. */
export function pictureOf(
  chart: Chart,
  range: Range,
  sign: string,
  { label, height }: PictureRoom,
  glyphs: Glyphs,
  ends: readonly (readonly Segment[])[] = [],
): Picture {
  const rows = bandChart(chart, range, height);
  const signs = signsOf(glyphs);
  const met = new Set(
    rows.flat().map((cell) => (cell === 'lost-here' ? 'lost' : cell === 'filled-here' ? 'filled' : cell)),
  );
  return {
    lines: rows.map((row, n) => ({
      kind: 'text',
      segments: [
        { text: labelOf(n, height, range, sign, label), tone: 'dim' },
        ...segmentsOf(row, signs),
        ...(ends[n] ?? []),
      ],
    })),
    legend: NAMED.filter((cell) => met.has(cell)).map((cell) => [
      { text: signs[cell].text, tone: signs[cell].tone },
      { text: ` ${signs[cell].meaning}   `, tone: 'dim' },
    ]),
  };
}

/** Joins neighbouring cells of one kind. */
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

/** Smallest part of a price in the scale, in micros, and that for prices that are close together. */
const CENT = 10_000;
const FINE = 100;
/** Height from which on the scale has a price in the middle, in lines. */
const TALL = 13;

/** The label of a row: the prices of the highest and the lowest one, and of tall pictures that in the middle, as whole as there is room for. */
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

/** The items of a legend on as many lines as they need. */
export function legendIn(items: readonly (readonly Segment[])[], width: number): readonly DialogLine[] {
  const lines: Segment[][] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && widthOfAll(last) + widthOfAll(item) <= width) last.push(...item);
    else lines.push([...item]);
  }
  return lines.map((segments) => ({ kind: 'text', segments }));
}
