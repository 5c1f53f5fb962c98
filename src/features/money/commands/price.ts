import { inColumns, type Printed, type Printing, printRows } from '../../../command/format.ts';
import { amounts, identity, number, object, objectOf, objects, type Shape, text, time } from '../../../command/json.ts';
import { createListReader } from '../../../command/list-reader.ts';
import { readUsableJournal } from '../../../command/read-journal.ts';
import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Auction } from '../../../contract/extras/auctions.ts';
import { DAY_MS, shortDuration } from '../../../lib/duration.ts';
import type { Money } from '../../../lib/money.ts';
import type { Aliases, Context } from '../../../resources/context.ts';
import { noGlyphs } from '../../../resources/glyphs.ts';
import { withoutRegion } from '../../../resources/parts/type-and-region.ts';
import { contextOf } from '../../../store/row-context.ts';
import { type ConsoleState, type Features, projectsOf } from '../../../store/state.ts';
import { EXIT, type ExitCode } from '../../../system/exit.ts';
import { clientFor } from '../../../system/request-log.ts';
import { writeErrorLine, writeLines } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { withAnswers } from '../../extras/ask-once.ts';
import { unitOf } from '../../extras/price-unit.ts';
import type { BidRecords } from '../bid-record.ts';
import { bidJournal } from '../journal.ts';
import type { Pair, PriceBand, PriceRow, PriceSlot, ShortBid } from '../price.ts';
import { pairName, priceSentences } from '../price-sentence.ts';
import { priceColumns, serviceNow } from '../prices/columns.ts';
import { pairPricesOf, priceRows } from '../prices/rows.ts';
import { rowsOfService, rowWithService } from '../prices/service-rows.ts';
import { servicePrice } from '../service-prices.ts';

const USUAL_MS = 7 * DAY_MS;

/** Type and region as typed; null for all. */
export type PairNames = { readonly type: string | null; readonly region: string | null };

type PriceOptions = PairNames &
  Printing & {
    /** Milliseconds since 1970; null for the usual time. */
    readonly since: number | null;
  };

/** Prints what own bids show of prices, from the journal, and what the service says of them. */
export async function price(
  features: Features,
  settings: Settings,
  { type, region, since, ...printing }: PriceOptions,
): Promise<ExitCode> {
  const names = { type, region };
  const connection = connectionFrom(settings);
  const connected = connectedTo(connection, settings);
  const { aliases } = connected;
  const readAt = system().clock.now();
  const place = { baseUrl: connection.baseUrl, projects: projectsOf(connected) };
  const records = await readUsableJournal(features, settings, place, (journal, scopes) =>
    bidJournal(journal).bidRecords(scopes, { from: 0, to: readAt }),
  );
  const ms = since === null ? USUAL_MS : readAt - since;
  const { state } = createListReader(features, settings).lists();
  const own = pricesSeen({ records: records ?? [], readAt }, ms, names, aliases);
  const known = await withService(state, { names, ms }, { own: settings.own, reads: clientFor(settings, connection) });
  const context = contextOf(known);
  const rows = sorted(
    [...own.map((row) => rowWithService(known, row, ms)), ...rowsOfService(known, own, ms)].filter(({ price }) =>
      isNamed(price.band, names, aliases),
    ),
  );
  if (rows.length === 0) writeErrorLine(nothingSeen(names, ms));
  if (printing.output === 'table' && type !== null && region !== null)
    writeLines(
      rows.map((row) => {
        const { band } = row.price;
        const service = servicePrice(known, band, band.sign);
        return priceSentences(row.price, { limit: null, now: readAt, name: pairName(band, aliases), service })[0];
      }),
    );
  if (rows.length > 0 || printing.output !== 'table') printRows(printing, printedPrices(rows, context));
  return EXIT.done;
}

type Wanted = { readonly names: PairNames; readonly ms: number };

/** Types of one question about earlier prices, and of questions about the unit of its cents. */
const MOST = { types: 50, units: 4 };

/** The state with what the service says of these prices now, and before. */
async function withService(
  state: ConsoleState,
  { names, ms }: Wanted,
  asking: Parameters<typeof withAnswers>[1],
): Promise<ConsoleState> {
  const { aliases } = state.connected;
  const now = await withAnswers(state, asking, ['auctions']);
  const pairs = [...(now.extras?.auctions?.value.values() ?? [])]
    .map(({ instance_type: type, region }) => ({ type, region }))
    .filter((pair) => isNamed(pair, names, aliases));
  const types = [...new Set(pairs.map(({ type }) => type))].sort().slice(0, MOST.types);
  if (types.length === 0) return now;
  const region = pairs.length === 1 ? (pairs[0]?.region ?? null) : null;
  const past = await withAnswers(now, asking, ['price-history'], { histories: [{ types, region, spanMs: ms }] });
  const unknown = pairs.filter(({ type }) => unitOf(past, type) === null);
  const prices = unknown.slice(0, MOST.units).map((pair) => ({ ...pair, quantity: 1 }));
  return prices.length === 0 ? past : await withAnswers(past, asking, ['price-now'], { prices });
}

/** A time before the records were read, sorted by name. */
export const pricesSeen = (records: BidRecords, ms: number, names: PairNames, aliases: Aliases): readonly PriceRow[] =>
  sorted(
    priceRows(
      records,
      pairPricesOf(records, ms).filter(({ band }) => isNamed(band, names, aliases)),
    ),
  );

const sorted = (rows: readonly PriceRow[]): readonly PriceRow[] =>
  rows.toSorted((a, b) => (orderOf(a.price.band) < orderOf(b.price.band) ? -1 : 1));

const orderOf = ({ type, region, sign }: PriceBand): string => `${type}\n${region}\n${sign}`;

/** By identifier or alias; a type also without its region. */
function isNamed({ type, region }: Pair, names: PairNames, aliases: Aliases): boolean {
  const short = withoutRegion({ instance_type: type, region });
  const is = (typed: string | null, ...texts: readonly (string | null | undefined)[]): boolean =>
    typed === null || texts.some((text) => text?.toLowerCase() === typed.toLowerCase());
  return is(names.type, type, short, aliases.get(type)) && is(names.region, region, aliases.get(region));
}

function nothingSeen({ type, region }: PairNames, ms: number): string {
  const of = type === null ? '' : ` of ${type}`;
  const where = region === null ? '' : ` in ${region}`;
  return `No bid${of}${where} was seen in the last ${shortDuration(ms)}; consoles and spotdeck watch see them while they run.`;
}

export function printedPrices(rows: readonly PriceRow[], context: Context): Printed {
  const paper = { ...context, glyphs: noGlyphs };
  const columns = priceColumns.filter(({ live }) => live === undefined || context.own(live.isRead));
  const cellOf = ({ cell, beside }: (typeof priceColumns)[number]) => beside?.cell ?? cell;
  return inColumns({
    headers: columns.map(({ header, align = 'left' }) => ({ text: header, align })),
    rows: rows.map((row) => ({
      cells: columns.map((column) => cellOf(column)(row, context).text),
      // A spreadsheet has no pictures.
      words: columns.map((column) => (column.picture === undefined ? cellOf(column)(row, paper).text : '')),
      object: () => {
        const now = serviceNow(row, context);
        return now === null ? objectOf(priceShape, row) : objectOf(saidShape, { ...row, now });
      },
    })),
  });
}

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1000));

type InBand = { readonly band: PriceBand };
const inBand =
  <From extends InBand>(micros: (from: From) => bigint | null) =>
  (from: From): Money | null => {
    const known = micros(from);
    return known === null ? null : { sign: from.band.sign, micros: known, text: '' };
  };

const boundShape: Shape<InBand & { readonly slot: PriceSlot }> = {
  from: time(({ slot }) => slot.from),
  to: time(({ slot }) => slot.to),
  ...amounts({ waiting_at: inBand(({ slot }) => slot.waits), at_most: inBand(({ slot }) => slot.high) }),
};

const shortShape: Shape<InBand & { readonly bid: ShortBid }> = {
  ...identity(({ bid: { traits } }) => ({ fid: traits.bid, name: traits.name })),
  ...amounts({ limit_price: inBand(({ bid }) => bid.limit) }),
  from: time(({ bid }) => bid.time.from),
  to: time(({ bid }) => bid.time.to),
};

const holdingShape: Shape<InBand & Pick<PriceRow['price'], 'holding'>> = amounts({
  percent_90: inBand(({ holding }) => holding.often),
  percent_99: inBand(({ holding }) => holding.mostly),
});

/** No row of the service: units are in the names. */
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
  short_of_capacity: objects(shortShape, ({ price: { band } }) => band.short.map((bid) => ({ band, bid }))),
};

type SaidPrice = PriceRow & { readonly now: Auction };

/** With what the service says. */
const saidShape: Shape<SaidPrice> = {
  ...priceShape,
  ...amounts({ price_now: ({ now }: SaidPrice) => now.last_instance_price }),
  free_capacity: number(({ now }) => now.capacity),
};
