import type { Bid } from '../../contract/bid.ts';
import { widthOf } from '../../lib/width.ts';
import { pairOf } from '../../resources/advice.ts';
import type { Context } from '../../resources/context.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import { type DialogLine, textLines } from '../../screen/dialogs/line.ts';
import { boundsIn, type ChartLine, rangeOf } from './band-chart.ts';
import { knownChart } from './known-money.ts';
import { limitLine } from './limit-line.ts';
import type { PairChart } from './pair-chart.ts';
import { bandColumns } from './pair-prices.ts';
import { hasPictures, NO_PICTURE, type Picture, type PictureRoom, pictureOf } from './picture-rows.ts';
import { notEnoughSeen, pairName, priceSentences } from './price-sentence.ts';

/** The picture of a price over time with what its signs mean, and what is known of it in words. */
export type PricePicture = Picture & { readonly words: readonly DialogLine[] };

/** The bounds of the price of a bid's type and region in a time before now, with the bid's limit price over them. */
export function pricePicture(bid: Bid, context: Context, spanMs: number, room: PictureRoom): PricePicture {
  const { glyphs, now, aliases } = context;
  const name = pairName({ type: bid.instance_type ?? '', region: bid.region ?? '' }, aliases);
  const width = room.label + room.columns;
  const found = context.own(knownChart, pairOf(bid), spanMs);
  if (found.kind === 'none') return { ...NO_PICTURE, words: [] };
  if (found.kind === 'reading') {
    const words = textLines(`${glyphs.busy} Reading the prices of ${name}${glyphs.more}`, width, 'busy');
    return { ...NO_PICTURE, words };
  }
  const { recent, ...chart } = found.known;
  const limit = bid.limit_price?.amount?.micros ?? null;
  const texts = recent === null ? [notEnoughSeen(name)] : priceSentences(recent, { limit, now, name });
  const text = texts.find((one) => widthOf(one) <= width) ?? texts.at(-1) ?? '';
  const words = textLines(text, width, 'dim');
  if (chart.slots.length === 0 || !hasPictures(glyphs)) return { ...NO_PICTURE, words };
  return { ...drawn(bid.fid, found.known, room, glyphs), words };
}

function drawn(fid: string, chart: PairChart, room: PictureRoom, glyphs: Glyphs): Picture {
  const bands = bandColumns(chart.slots, chart.time, room.columns);
  const line = ownLine(fid, chart, room.columns);
  const range = rangeOf([...boundsIn(bands), ...line.flatMap((point) => point?.value ?? [])]);
  if (range === null) return NO_PICTURE;
  return pictureOf({ bands, lines: [line], marks: [], cursor: null }, range, chart.sign, room, glyphs);
}

/** The limit price of a bid. Beside its own states in the history it is one line. */
function ownLine(fid: string, { bids, sign, time }: PairChart, columns: number): ChartLine {
  const own = bids.find(({ bid }) => bid.traits.bid === fid);
  if (own === undefined) return [];
  const line = limitLine(own.bid, own.observed, sign, time, columns);
  return line.map((point) => point && { value: point.value, cell: 'line' });
}
