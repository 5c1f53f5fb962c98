import type { Bid } from '../../contract/bid.ts';
import { firstWhere } from '../../lib/first-where.ts';
import type { Interval } from '../../lib/intervals.ts';
import { formatMoneyGrouped, formatRoundedUp } from '../../lib/money.ts';
import { cut, widthOf } from '../../lib/width.ts';
import { pairOf } from '../../resources/advice.ts';
import type { Tone } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import { type DialogLine, type Segment, textLines } from '../../screen/dialogs/line.ts';
import { type BandCell, type BandColumn, bandChart, type Range, rangeOf } from './band-chart.ts';
import type { BidRecords } from './bid-record.ts';
import { computingWords, knownPrices } from './known-records.ts';
import { foldedSlots, type PairBand, pairBandOf, pairPriceOf } from './pair-prices.ts';
import { notEnoughSeen, pairName, priceSentences } from './price-sentence.ts';

/** Room of a picture: the width of the labels at its side and of the picture, in cells, and its height in lines. */
export type PictureRoom = { readonly label: number; readonly columns: number; readonly height: number };

/** The picture of a price over time with what its signs mean, and what is known of it in words. */
export type PricePicture = {
  readonly lines: readonly DialogLine[];
  readonly legend: readonly (readonly Segment[])[];
  readonly words: readonly DialogLine[];
};

const NO_PICTURE = { lines: [], legend: [] } as const;

type Sign = { readonly text: string; readonly tone: Tone; readonly meaning: string };

const signsOf = ({ shades, box }: Glyphs): { readonly [Each in Exclude<BandCell, 'blank'>]: Sign } => ({
  within: { text: shades.both, tone: 'accent', meaning: 'price between two bounds' },
  open: { text: shades.one, tone: 'dim', meaning: 'price above or below one bound' },
  line: { text: box.across, tone: 'strong', meaning: 'limit price' },
});

/** The bounds of the price of a bid's type and region in a time before now, with the bid's limit price over them. */
export function pricePicture(bid: Bid, context: Context, spanMs: number, room: PictureRoom): PricePicture {
  const { glyphs, now, aliases } = context;
  const prices = context.own(knownPrices);
  const width = room.label + room.columns;
  const name = pairName({ type: bid.instance_type ?? '', region: bid.region ?? '' }, aliases);
  if (prices.kind === 'none') return { ...NO_PICTURE, words: [] };
  if (prices.kind !== 'read') {
    const doing =
      prices.kind === 'reading' ? `Reading the prices of ${name}` : computingWords(`the prices of ${name}`, prices);
    return { ...NO_PICTURE, words: textLines(`${glyphs.busy} ${doing}${glyphs.more}`, width, 'busy') };
  }
  const { sign, ...pair } = pairOf(bid);
  const recent = pairPriceOf(prices.records, pair, sign);
  const limit = bid.limit_price?.amount?.micros ?? null;
  const texts = recent === null ? [notEnoughSeen(name)] : priceSentences(recent, { limit, now, name });
  const text = texts.find((one) => widthOf(one) <= width) ?? texts.at(-1) ?? '';
  const words = textLines(text, width, 'dim');
  const spanned = pairBandOf(prices.records, pair, sign, spanMs);
  if (spanned === null || spanned.last === null || glyphs.box.across.trim() === '') return { ...NO_PICTURE, words };
  return { ...drawn(bid.fid, spanned, prices.records, room, glyphs), words };
}

function drawn(
  fid: string,
  price: PairBand,
  records: BidRecords,
  { label, columns, height }: PictureRoom,
  glyphs: Glyphs,
): Pick<PricePicture, 'lines' | 'legend'> {
  const { band, time } = price;
  const limits = limitsOf(fid, records, band.sign, time, columns);
  const values = foldedSlots(band.slots, time, columns).map(
    ({ low, high }, n): BandColumn => ({ low: numberOf(low), high: numberOf(high), line: numberOf(limits[n] ?? null) }),
  );
  const range = rangeOf(values);
  if (range === null) return NO_PICTURE;
  const rows = bandChart(values, range, height);
  const signs = signsOf(glyphs);
  const met = new Set(rows.flat());
  return {
    lines: rows.map((row, n) => ({
      kind: 'text',
      segments: [{ text: labelOf(n, height, range, band.sign, label), tone: 'dim' }, ...segmentsOf(row, signs)],
    })),
    legend: (['within', 'open', 'line'] as const)
      .filter((cell) => met.has(cell))
      .map((cell) => [
        { text: signs[cell].text, tone: signs[cell].tone },
        { text: ` ${signs[cell].meaning}   `, tone: 'dim' },
      ]),
  };
}

const numberOf = (micros: bigint | null): number | null => (micros === null ? null : Number(micros));

/** Joins neighbouring cells of one kind. */
function segmentsOf(row: readonly BandCell[], signs: ReturnType<typeof signsOf>): readonly Segment[] {
  const runs: { readonly cell: BandCell; length: number }[] = [];
  for (const cell of row) {
    const last = runs.at(-1);
    if (last?.cell === cell) last.length += 1;
    else runs.push({ cell, length: 1 });
  }
  return runs.map(({ cell, length }) =>
    cell === 'blank' ? { text: ' '.repeat(length) } : { text: signs[cell].text.repeat(length), tone: signs[cell].tone },
  );
}

/** The limit price of a bid at the end of each of some equal parts of a time; null before the bid was first seen, and once it has ended. */
function limitsOf(
  fid: string,
  { records }: BidRecords,
  sign: string,
  { from, to }: Interval,
  parts: number,
): readonly (bigint | null)[] {
  const steps = records.flatMap(({ bids }) => bids).find(({ traits }) => traits.bid === fid)?.steps ?? [];
  return Array.from({ length: parts }, (_, part) => {
    const end = from + ((to - from) * (part + 1)) / parts;
    const step = steps[firstWhere(steps, ({ at }) => at > end) - 1];
    return step === undefined || step.state === 'ended' || step.limit?.sign !== sign ? null : step.limit.micros;
  });
}

/** Smallest part of a price in the scale, in micros, and that for prices that are close together. */
const CENT = 10_000;
const FINE = 100;

/** The label of a row: the prices of the highest and the lowest one, as whole as there is room for. */
function labelOf(row: number, height: number, { from, to }: Range, sign: string, width: number): string {
  const value = row === 0 ? to : row === height - 1 ? from : null;
  if (value === null) return ' '.repeat(width);
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
