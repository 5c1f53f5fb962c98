import type { Bid } from '../../contract/bid.ts';
import { widthOf } from '../../lib/width.ts';
import { pairOf } from '../../resources/advice.ts';
import type { Context } from '../../resources/context.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import { type DialogLine, textLines } from '../../screen/dialogs/line.ts';
import { boundsIn, type ChartLine, rangeOf } from './band-chart.ts';
import type { BidRecords } from './bid-record.ts';
import { computingWords, knownPrices } from './known-records.ts';
import { limitLine } from './limit-line.ts';
import { bandColumns, type PairBand, pairBandOf, pairPriceOf } from './pair-prices.ts';
import { hasPictures, NO_PICTURE, type Picture, type PictureRoom, pictureOf } from './picture-rows.ts';
import { notEnoughSeen, pairName, priceSentences } from './price-sentence.ts';

/** The picture of a price over time with what its signs mean, and what is known of it in words. */
export type PricePicture = Picture & { readonly words: readonly DialogLine[] };

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
  if (spanned === null || spanned.last === null || !hasPictures(glyphs)) return { ...NO_PICTURE, words };
  return { ...drawn(bid.fid, spanned, prices.records, room, glyphs), words };
}

function drawn(fid: string, price: PairBand, records: BidRecords, room: PictureRoom, glyphs: Glyphs): Picture {
  const { band } = price;
  const bands = bandColumns(band.slots, price.time, room.columns);
  const line = ownLine(fid, price, records, room.columns);
  const range = rangeOf([...boundsIn(bands), ...line.flatMap((point) => point?.value ?? [])]);
  if (range === null) return NO_PICTURE;
  return pictureOf({ bands, lines: [line], marks: [], cursor: null }, range, band.sign, room, glyphs);
}

/** The limit price of a bid. Beside its own states in the history it is one line. */
function ownLine(fid: string, { band, time }: PairBand, { records }: BidRecords, columns: number): ChartLine {
  for (const { bids, observed } of records) {
    const bid = bids.find(({ traits }) => traits.bid === fid);
    if (bid === undefined) continue;
    const line = limitLine(bid, observed, band.sign, time, columns);
    return line.map((point) => point && { value: point.value, cell: 'line' });
  }
  return [];
}
