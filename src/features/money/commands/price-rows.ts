import type { PrintedRows } from '../../../command/format.ts';
import { isoTime } from '../../../lib/duration.ts';
import type { Interval } from '../../../lib/intervals.ts';
import { formatMoneyGrouped } from '../../../lib/money.ts';
import { jsonText } from '../../../lib/sanitize.ts';
import type { Aliases, Context } from '../../../resources/context.ts';
import { noGlyphs } from '../../../resources/glyphs.ts';
import { withoutRegion } from '../../../resources/parts/type-and-region.ts';
import type { BidRecords } from '../bid-record.ts';
import { priceOfBand } from '../pair-prices.ts';
import { priceColumns } from '../pane/columns.ts';
import { type PriceBand, priceBandsOf } from '../price-bands.ts';
import type { PriceRow } from '../price-row.ts';
import { fillTimes } from '../suggest-limit.ts';

/** Types and regions to print, as typed; null for all. */
export type PairNames = { readonly type: string | null; readonly region: string | null };

/** What the records show of each type and region in a time, in the order of their names. */
export function priceLines(
  { records }: BidRecords,
  time: Interval,
  names: PairNames,
  aliases: Aliases,
): readonly PriceRow[] {
  return priceBandsOf(records, time)
    .filter((band) => isNamed(band, names, aliases))
    .map((band) => ({
      fid: pairText(band),
      instance_type: band.type,
      region: band.region,
      price: priceOfBand(band, time),
      ...fillTimes(records, band, time),
    }))
    .toSorted((a, b) => compareText(a.fid, b.fid));
}

const pairText = ({ type, region, sign }: PriceBand): string => `${type}\n${region}\n${sign}`;
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether a band is of a type and a region that are given by identifier, by alias, or a type without its region. */
function isNamed({ type, region }: PriceBand, names: PairNames, aliases: Aliases): boolean {
  const short = withoutRegion({ instance_type: type, region });
  const is = (typed: string | null, ...texts: readonly (string | null | undefined)[]): boolean =>
    typed === null || texts.some((text) => text?.toLowerCase() === typed.toLowerCase());
  return is(names.type, type, short, aliases.get(type)) && is(names.region, region, aliases.get(region));
}

/** Prices as they are printed, in the columns of their pane. */
export function printedPrices(rows: readonly PriceRow[], context: Context): PrintedRows {
  const paper = { ...context, glyphs: noGlyphs };
  // The region has a column of its own.
  const cellOf = ({ cell, beside }: (typeof priceColumns)[number]) => beside?.cell ?? cell;
  return {
    headers: priceColumns.map(({ header, align = 'left' }) => ({ text: header, align })),
    rows: rows.map((row) => ({
      cells: priceColumns.map((column) => cellOf(column)(row, context).text),
      // A picture is nothing for a spreadsheet.
      words: priceColumns.map((column) => (column.picture === undefined ? cellOf(column)(row, paper).text : '')),
      raw: jsonText(priceObject(row)),
    })),
  };
}

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1000));

/** A price as an object for programs, with the units in the names. */
function priceObject({ price: { band, time, last, holding }, fillMs, stayMs }: PriceRow) {
  const price = (micros: bigint | null): string | null =>
    micros === null ? null : formatMoneyGrouped({ sign: band.sign, micros, text: '' });
  return {
    instance_type: band.type,
    region: band.region,
    currency: band.sign,
    from: isoTime(time.from),
    to: isoTime(time.to),
    bids: band.bids,
    last:
      last === null
        ? null
        : { above: price(last.low), at_most: price(last.high), from: isoTime(last.from), to: isoTime(last.to) },
    would_have_held: { percent_90: price(holding.often), percent_99: price(holding.mostly) },
    fill_seconds: seconds(fillMs),
    stay_seconds: seconds(stayMs),
    bounds: band.slots.map((slot) => ({
      from: isoTime(slot.from),
      to: isoTime(slot.to),
      above: price(slot.low),
      at_most: price(slot.high),
    })),
    not_used: band.contradictions.map(({ traits, limit, reason, time: when }) => ({
      bid: traits.bid,
      name: traits.name,
      limit_price: price(limit),
      reason,
      from: isoTime(when.from),
      to: isoTime(when.to),
    })),
  };
}
