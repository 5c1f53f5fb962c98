import { inColumns, type Printed } from '../../../command/format.ts';
import { amounts, identity, number, object, objectOf, objects, type Shape, text, time } from '../../../command/json.ts';
import type { Interval } from '../../../lib/intervals.ts';
import type { Money } from '../../../lib/money.ts';
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
export function printedPrices(rows: readonly PriceRow[], context: Context): Printed {
  const paper = { ...context, glyphs: noGlyphs };
  // The region has a column of its own.
  const cellOf = ({ cell, beside }: (typeof priceColumns)[number]) => beside?.cell ?? cell;
  return inColumns({
    headers: priceColumns.map(({ header, align = 'left' }) => ({ text: header, align })),
    rows: rows.map((row) => ({
      cells: priceColumns.map((column) => cellOf(column)(row, context).text),
      // A picture is nothing for a spreadsheet.
      words: priceColumns.map((column) => (column.picture === undefined ? cellOf(column)(row, paper).text : '')),
      object: () => objectOf(priceShape, row),
    })),
  });
}

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1000));

/** An amount in millionths with the currency of its band. */
type InBand = { readonly band: PriceBand };
const inBand =
  <From extends InBand>(micros: (from: From) => bigint | null) =>
  (from: From): Money | null => {
    const known = micros(from);
    return known === null ? null : { sign: from.band.sign, micros: known, text: '' };
  };

/** Between which prices a type was filled and outbid in a time. */
const boundShape: Shape<InBand & { readonly slot: Interval & Pick<PriceBand['slots'][number], 'low' | 'high'> }> = {
  from: time(({ slot }) => slot.from),
  to: time(({ slot }) => slot.to),
  ...amounts({ above: inBand(({ slot }) => slot.low), at_most: inBand(({ slot }) => slot.high) }),
};

/** A bid that contradicts others. */
const unusedShape: Shape<InBand & { readonly bid: PriceBand['contradictions'][number] }> = {
  ...identity(({ bid: { traits } }) => ({ fid: traits.bid, name: traits.name })),
  ...amounts({ limit_price: inBand(({ bid }) => bid.limit) }),
  reason: text(({ bid }) => bid.reason),
  from: time(({ bid }) => bid.time.from),
  to: time(({ bid }) => bid.time.to),
};

/** The limit prices that would have held. */
const holdingShape: Shape<InBand & Pick<PriceRow['price'], 'holding'>> = amounts({
  percent_90: inBand(({ holding }) => holding.often),
  percent_99: inBand(({ holding }) => holding.mostly),
});

/** A price of a type in a region, which is no row of the service, with the units in the names. */
const priceShape: Shape<PriceRow> = {
  ...identity(({ instance_type, region }: PriceRow) => ({ fid: null, name: `${instance_type} ${region}` })),
  instance_type: text(({ price }) => price.band.type),
  region: text(({ price }) => price.band.region),
  from: time(({ price }) => price.time.from),
  to: time(({ price }) => price.time.to),
  bids: number(({ price }) => price.band.bids),
  last: object(boundShape, ({ price: { band, last } }) => (last === null ? null : { band, slot: last })),
  would_have_held: object(holdingShape, ({ price }) => price),
  fill_seconds: number(({ fillMs }) => seconds(fillMs)),
  stay_seconds: number(({ stayMs }) => seconds(stayMs)),
  bounds: objects(boundShape, ({ price: { band } }) => band.slots.map((slot) => ({ band, slot }))),
  not_used: objects(unusedShape, ({ price: { band } }) => band.contradictions.map((bid) => ({ band, bid }))),
};
