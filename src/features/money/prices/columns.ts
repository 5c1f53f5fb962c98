import type { Auction } from '../../../contract/extras/auctions.ts';
import { brailleBars, type Scale, scaleOf } from '../../../lib/bars.ts';
import { shortDuration } from '../../../lib/duration.ts';
import { formatMoneyGrouped } from '../../../lib/money.ts';
import { counted } from '../../../lib/words.ts';
import type { Cell } from '../../../resources/cell.ts';
import type { Context, Share } from '../../../resources/context.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import { regionColumn, typeColumn } from '../../../resources/parts/type-and-region.ts';
import type { Column, Live } from '../../../resources/resource.ts';
import { auctionKey, auctionNow, auctionsNow } from '../../extras/auctions.ts';
import type { PairPrice, PriceRow } from '../price.ts';
import { amount, OLD_PRICE_MS, whyNoAdvice } from '../price-sentence.ts';
import { foldedSlots } from './slots.ts';

/** In columns. */
const TREND_WIDTH = { least: 12, most: 42 };
const HIGHEST = 4;
/** Least change, as a part of the price. */
const CHANGED = 0.02;

const seenAt = ({ price: { last } }: PriceRow): number | null => last?.to ?? null;

/** Too old for the price of now. */
export const isOld = (row: PriceRow, { now }: Pick<Context, 'now'>): boolean =>
  now - (seenAt(row) ?? 0) >= OLD_PRICE_MS;

/** A column of prices; with `ages` an old price is dim. */
function priceColumn(
  column: Pick<Column<PriceRow>, 'id' | 'header' | 'width' | 'priority' | 'aliases'>,
  of: (price: PairPrice) => bigint | null,
  ages: boolean,
): Column<PriceRow> {
  return {
    ...column,
    align: 'right',
    cell: (row, context): Cell => {
      const micros = of(row.price);
      if (micros === null) return { text: context.glyphs.none, tone: 'dim' };
      return { text: amount(row.price.band.sign, micros), tone: ages && isOld(row, context) ? 'dim' : 'plain' };
    },
    largestFirst: true,
    sortBy: ({ price }) => of(price),
    compareAs: {
      kind: 'price',
      of: ({ price }) => {
        const micros = of(price);
        return micros === null ? null : { amount: micros, unit: price.band.sign };
      },
    },
  };
}

function timeColumn(
  column: Pick<Column<PriceRow>, 'id' | 'header' | 'width' | 'priority'>,
  of: (row: PriceRow, context: Context) => number | null,
): Column<PriceRow> {
  return {
    ...column,
    align: 'right',
    cell: (row, context) => {
      const ms = of(row, context);
      return ms === null ? { text: context.glyphs.none, tone: 'dim' } : { text: shortDuration(ms) };
    },
    sortBy: of,
    compareAs: {
      kind: 'time',
      of: (row, context) => {
        const ms = of(row, context);
        return ms === null ? null : { amount: ms, unit: '' };
      },
    },
  };
}

const drawn = new WeakMap<PairPrice, { readonly columns: number; readonly values: readonly (number | null)[] }>();

/** What was enough in each part of the known time. */
function valuesOf(price: PairPrice, columns: number): readonly (number | null)[] {
  const before = drawn.get(price);
  if (before?.columns === columns) return before.values;
  const from = price.band.slots[0]?.from ?? price.time.from;
  const values = foldedSlots(price.band.slots, { from, to: price.time.to }, columns).map(({ high }) =>
    high === null ? null : Number(high),
  );
  drawn.set(price, { columns, values });
  return values;
}

const levelOf = (value: number | null, { from, to }: Scale): 0 | 1 | 2 | 3 | 4 => {
  if (value === null) return 0;
  const level = Math.round(((value - from) / (to - from)) * (HIGHEST - 1));
  return level <= 0 ? 1 : level === 1 ? 2 : level === 2 ? 3 : 4;
};

/** Where the price went, for a screen reader. */
export function trendWord({ price }: PriceRow): string {
  const known = valuesOf(price, TREND_WIDTH.most).filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length === 1) return '';
  if (Math.abs(last - first) < first * CHANGED) return 'steady';
  return last > first ? 'rising' : 'falling';
}

function trendCell(row: PriceRow, { glyphs: { trend } }: { readonly glyphs: Glyphs }, width: number): Cell {
  if (trend.kind === 'none') return { text: trendWord(row) };
  const values = valuesOf(row.price, trend.kind === 'signs' ? width : 2 * width);
  const scale = scaleOf(values);
  const levels = values.map((value) => levelOf(value, scale));
  const text = trend.kind === 'signs' ? levels.map((level) => trend.signs[level]).join('') : brailleBars(levels);
  return { text, tone: 'accent' };
}

const holds = (share: Share) => (price: PairPrice) => price.holding[share];

export const shortBids = ({ price: { band } }: PriceRow, since = Number.NEGATIVE_INFINITY): number =>
  new Set(band.short.flatMap(({ traits, time }) => (time.to > since ? [traits.bid] : []))).size;

function noteOf(row: PriceRow): string {
  const short = shortBids(row, row.price.time.to - OLD_PRICE_MS);
  const bids = short === 0 ? [] : [`capacity short for ${counted(short, 'bid')}`];
  return [...(row.price.holding.often === null ? [whyNoAdvice(row.price)] : []), ...bids].join(', ');
}

/** What the service says of the row's pair now, in its currency. */
export function serviceNow({ instance_type, region, price }: PriceRow, { own }: Pick<Context, 'own'>): Auction | null {
  const auction = own(auctionNow, auctionKey(instance_type, region));
  return auction?.last_instance_price.sign === price.band.sign ? auction : null;
}

const ofService: Live = {
  isRead: { of: (source) => auctionsNow.of(source).size > 0, revision: auctionsNow },
  hidden: 'the service does not say prices',
  note: { of: () => null },
  when: 'where the service says the price',
  refused: 'needs the price now, which the service does not say',
  instead: 'HIGH is what own bids show.',
};

const high = priceColumn({ id: 'high', header: 'HIGH', width: 8, priority: 1 }, ({ last }) => last?.high ?? null, true);

export const priceColumns: readonly Column<PriceRow>[] = [
  { ...typeColumn<PriceRow>(0), width: 8 },
  regionColumn(2),
  priceColumn({ id: 'waits', header: 'WAITS', width: 8, priority: 5 }, ({ last }) => last?.waits ?? null, true),
  {
    ...high,
    hidesEmpty: true,
    // What bids show is older and less exact than what the service says.
    cell: (row, context) => (serviceNow(row, context) === null ? high.cell(row, context) : { text: '' }),
  },
  {
    id: 'now',
    header: 'NOW',
    width: 8,
    align: 'right',
    priority: 1.2,
    live: ofService,
    aliases: ['price'],
    cell: (row, context) => {
      const now = serviceNow(row, context);
      return now === null
        ? { text: context.glyphs.none, tone: 'dim' }
        : { text: formatMoneyGrouped(now.last_instance_price), tone: 'strong' };
    },
    largestFirst: true,
    sortBy: (row, context) => serviceNow(row, context)?.last_instance_price.micros ?? null,
    compareAs: {
      kind: 'price',
      of: (row, context) => {
        const price = serviceNow(row, context)?.last_instance_price;
        return price === undefined ? null : { amount: price.micros, unit: price.sign };
      },
    },
  },
  {
    id: 'free',
    header: 'FREE',
    width: 4,
    align: 'right',
    priority: 3.5,
    live: ofService,
    cell: (row, context) => {
      const now = serviceNow(row, context);
      return now === null ? { text: context.glyphs.none, tone: 'dim' } : { text: String(now.capacity) };
    },
    largestFirst: true,
    sortBy: (row, context) => serviceNow(row, context)?.capacity ?? null,
    compareAs: {
      kind: 'number',
      of: (row, context) => {
        const now = serviceNow(row, context);
        return now === null ? null : { amount: now.capacity, unit: '' };
      },
    },
  },
  {
    id: 'trend',
    header: 'TREND',
    width: TREND_WIDTH.least,
    maxWidth: TREND_WIDTH.most,
    priority: 8,
    picture: 'the price that was enough, over the last 7 days or since it is known',
    draw: trendCell,
    cell: (row, context) => trendCell(row, context, TREND_WIDTH.least),
  },
  {
    ...timeColumn({ id: 'seen', header: 'SEEN', width: 4, priority: 4 }, (row, { now }) => {
      const at = seenAt(row);
      return at === null ? null : Math.max(0, now - at);
    }),
    steady: true,
    cell: (row, context) => {
      const at = seenAt(row);
      if (at === null) return { text: context.glyphs.none, tone: 'dim' };
      return { text: shortDuration(context.now - at), tone: isOld(row, context) ? 'warn' : 'dim' };
    },
  },
  priceColumn({ id: 'holds90', header: 'HOLDS 90%', width: 9, priority: 3, aliases: ['holds'] }, holds('often'), false),
  priceColumn({ id: 'holds99', header: 'HOLDS 99%', width: 9, priority: 6 }, holds('mostly'), false),
  timeColumn({ id: 'fill', header: 'FILL', width: 4, priority: 7 }, ({ fillMs }) => fillMs),
  timeColumn({ id: 'stays', header: 'STAYS', width: 5, priority: 9 }, ({ stayMs }) => stayMs),
  {
    id: 'bids',
    header: 'BIDS',
    width: 4,
    align: 'right',
    priority: 10,
    cell: ({ price: { band } }) => ({ text: String(band.bids) }),
    largestFirst: true,
    sortBy: ({ price: { band } }) => band.bids,
    sum: { kind: 'rows', text: (rows) => String(rows.reduce((sum, { price: { band } }) => sum + band.bids, 0)) },
    compareAs: { kind: 'number', of: ({ price: { band } }) => ({ amount: band.bids, unit: '' }) },
  },
  {
    id: 'note',
    header: 'NOTE',
    width: 12,
    maxWidth: 34,
    priority: 11,
    cell: (row) => ({ text: noteOf(row), tone: 'dim' }),
    sortBy: noteOf,
  },
];
