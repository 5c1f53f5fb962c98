import type { PrintedRows } from '../../../command/format.ts';
import { scaleOf, sparkline } from '../../../lib/bars.ts';
import { isoTime, shortDuration } from '../../../lib/duration.ts';
import type { Interval } from '../../../lib/intervals.ts';
import { formatMoneyGrouped } from '../../../lib/money.ts';
import { jsonText } from '../../../lib/sanitize.ts';
import { counted } from '../../../lib/words.ts';
import type { Aliases } from '../../../resources/context.ts';
import { asciiGlyphs } from '../../../resources/glyphs.ts';
import { withoutRegion } from '../../../resources/parts/type-and-region.ts';
import type { BidRecords } from '../bid-record.ts';
import { foldedSlots, type PairPrice, priceOfBand } from '../pair-prices.ts';
import { type PriceBand, priceBandsOf } from '../price-bands.ts';
import { whyNoAdvice } from '../price-sentence.ts';
import { type FillTimes, fillTimes } from '../suggest-limit.ts';

/** What is printed of a type in a region and a currency. */
export type PriceLine = PairPrice & { readonly times: FillTimes };

/** Types and regions to print, as typed; null for all. */
export type PairNames = { readonly type: string | null; readonly region: string | null };

/** Columns of the picture of a price. */
const TREND_WIDTH = 24;

const HEADERS: PrintedRows['headers'] = [
  ...(['TYPE', 'REGION'] as const).map((text) => ({ text, align: 'left' as const })),
  ...(['LOW', 'HIGH'] as const).map((text) => ({ text, align: 'right' as const })),
  { text: 'TREND', align: 'left' },
  ...(['SEEN', 'HOLDS 90%', 'HOLDS 99%', 'FILL', 'STAYS', 'BIDS'] as const).map((text) => ({
    text,
    align: 'right' as const,
  })),
  { text: 'NOTE', align: 'left' },
];

/** What the records show of each type and region in a time, in the order of their names. */
export function priceLines(
  { records }: BidRecords,
  time: Interval,
  names: PairNames,
  aliases: Aliases,
): readonly PriceLine[] {
  return priceBandsOf(records, time)
    .filter((band) => isNamed(band, names, aliases))
    .map((band) => ({
      ...priceOfBand(band, time),
      times: fillTimes(records, band.type, band.region, time),
    }))
    .toSorted((a, b) => compareText(pairText(a.band), pairText(b.band)));
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

/** Draws the price that was enough, or where no bid was filled what was too little. */
function trendOf({ band: { slots }, time: { to } }: PriceLine): string {
  const from = slots[0]?.from ?? to;
  const values = foldedSlots(slots, { from, to }, TREND_WIDTH).map(({ low, high }) => {
    const micros = high ?? low;
    return micros === null ? null : Number(micros);
  });
  return sparkline(values, scaleOf(values), asciiGlyphs.bars);
}

function noteOf(line: PriceLine): string {
  const { band, holding } = line;
  const short = new Set(band.contradictions.map(({ traits }) => traits.bid)).size;
  return [
    ...(holding.often === null ? [whyNoAdvice(line)] : []),
    ...(short === 0 ? [] : [`capacity short for ${counted(short, 'bid')}`]),
  ].join(', ');
}

/** Lines of prices as they are printed, one for each type, region and currency. */
export function printedPrices(lines: readonly PriceLine[], aliases: Aliases, now: number): PrintedRows {
  const cellsOf = (line: PriceLine, none: string, trend: string): readonly string[] => {
    const { band, last, holding, times } = line;
    const price = (micros: bigint | null | undefined): string =>
      micros == null ? none : formatMoneyGrouped({ sign: band.sign, micros, text: '' });
    const length = (ms: number | null): string => (ms === null ? none : shortDuration(ms));
    return [
      aliases.get(band.type) ?? withoutRegion({ instance_type: band.type, region: band.region }) ?? band.type,
      aliases.get(band.region) ?? band.region,
      ...[price(last?.low), price(last?.high), trend, length(last === null ? null : now - last.to)],
      ...[
        price(holding.often),
        price(holding.mostly),
        length(times.fillMs),
        length(times.stayMs),
        String(band.bids),
        noteOf(line),
      ],
    ];
  };
  return {
    headers: HEADERS,
    rows: lines.map((line) => ({
      cells: cellsOf(line, asciiGlyphs.none, trendOf(line)),
      // A picture is nothing for a spreadsheet.
      words: cellsOf(line, '', ''),
      raw: jsonText(priceObject(line)),
    })),
  };
}

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1000));

/** A line as an object for programs, with the units in the names. */
function priceObject({ band, time, last, holding, times }: PriceLine) {
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
    fill_seconds: seconds(times.fillMs),
    stay_seconds: seconds(times.stayMs),
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
