import { allOf } from '../api/list-pages.ts';
import type { ListedRow } from '../api/result.ts';
import type { Bid } from '../contract/bid.ts';
import { type BidFid, ReservationFid } from '../contract/fid.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Context } from '../resources/context.ts';
import { meets } from '../resources/filter/match.ts';
import type { Filter } from '../resources/filter/parse.ts';
import { serviceResources } from '../resources/index.ts';
import { nameIn } from '../resources/parts/joins.ts';
import type { Column, Resource, ServiceResource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';
import {
  canOrder,
  exactTexts,
  fitInAddress,
  inOrder,
  isOneIdentifier,
  orderFields,
  queryForFilter,
  type RowQuery,
  rowSelector,
  type SelectableRow,
  type ServiceOrder,
} from '../resources/service-query.ts';
import { searchColumns } from '../store/lists/place-columns.ts';
import { trackReads } from '../store/lists/track-reads.ts';
import { visibleRows } from '../store/lists/visible-rows.ts';
import { type ChosenColumns, type View, withView } from '../store/state.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { instancesOf } from './instances-of-bids.ts';
import { type FetchedLists, type ListReader, rowsNamed } from './list-reader.ts';
import { type Deviation, readSelection, type SelectedList, type Selection } from './read-selection.ts';

export type WantedRows<Row> = GivenOrigin & {
  /** All rows without any. */
  readonly names: readonly string[];
  /** The order of the service. */
  readonly order: ServiceOrder | null;
  readonly limit: number | null;
  /** Null for the order of the service. */
  readonly sort: View['sort'] | null;
  /** Whether to read joined lists for the order. */
  readonly readsForSort: boolean;
  /** The columns searched for words; null for the default ones. */
  readonly searched: ChosenColumns;
  /** Reads all printed parts of a row, to find its lists. */
  readonly print: (row: Row, context: Context) => void;
  readonly allProjects: boolean;
};

/** The service selects and sorts the wanted rows; all is checked here. @throws {CommandFailure} */
export async function selectRows<Name extends ServiceList>(
  reader: ListReader,
  name: Name,
  wanted: WantedRows<Rows[Name]>,
) {
  const origin = await originQuery(reader, name, wanted);
  const { columns }: Resource<Name> = reader.lists().state.features.panes[name];
  const checkIn = (context: Context): RowCheck<Rows[Name]> => rowCheck(columns, wanted, origin, context);
  // The service orders within a project, so rows of several are sorted here.
  const order = reader.projects === 1 ? wanted.order : null;
  const limit = order === wanted.order ? wanted.limit : null;
  const selection = selectionOf(reader.lists(), name, { ...wanted, order, limit }, origin, checkIn);
  const answered = await readSelection<Rows[Name]>(selection, (part) => reader.request(name, part));
  reader.add(name, answered.answer);
  await reader.join(neededLists(reader.lists(), name, wanted, checkIn));

  const lists = reader.lists();
  const isNamed = namedIn(lists, name, wanted.names);
  const matches = checkIn(lists.context);
  const isMatching = ({ row }: ListedRow<Rows[Name]>): boolean => isNamed(row.fid) && matches(row);
  const consoleOrder = ({ state }: FetchedLists): readonly ListedRow<Rows[Name]>[] =>
    wanted.sort === null ? [] : visibleRows(withView(state, name, { sort: wanted.sort, showsEnded: true }), name).rows;
  const inServiceOrder = wanted.order !== null || wanted.sort === null;
  const rows = inServiceOrder ? [...lists.context.rowsOf(name).values()] : consoleOrder(lists);
  const matching = rows.filter(isMatching);
  const isByService = order !== null && answered.order === null;
  const sorted = wanted.order === null || isByService ? matching : sortHere(matching, wanted.order);
  const hasEnded = endedAsLast(name, wanted);
  const liveFirst = sorted.toSorted((a, b) => Number(hasEnded(a.row)) - Number(hasEnded(b.row)));
  const kept = liveFirst.slice(0, wanted.limit ?? undefined);
  const isKept = new Set(kept.map(({ row }) => row.fid));
  await joinPrinted(reader, name, kept, wanted.print);
  // Only now all lists behind the order are there.
  const printed = reader.lists();
  return {
    lists: printed,
    rows: wanted.sort === null ? kept : consoleOrder(printed).filter(({ row }) => isKept.has(row.fid)),
    /** Work left by the service. */
    notes: deviationNotes(answered, selection),
  };
}

type RowCheck<Row> = (row: Row) => boolean;

/** Without a chosen order, ended rows come last. */
function endedAsLast<Name extends ServiceList>(
  name: Name,
  { order, sort }: Pick<WantedRows<Rows[Name]>, 'order' | 'sort'>,
): RowCheck<Rows[Name]> {
  const { hasEnded }: ServiceResource<Name> = serviceResources[name];
  return order === null && sort === null && hasEnded !== undefined ? hasEnded : () => false;
}

/** Checks everything but names. */
function rowCheck<Row extends Rows[ServiceList]>(
  columns: readonly Column<Row>[],
  { filters, searched: chosen, allProjects }: WantedRows<Row>,
  origin: Origin,
  context: Context,
): RowCheck<Row> {
  const searched = searchColumns(columns, chosen, allProjects, context);
  const isFromOrigin = rowSelector(origin.query);
  return (row) => isFromOrigin(row) && filters.every((filter) => meets(row, filter, searched, context));
}

/** Names are searched in the whole list. */
function selectionOf<Name extends ServiceList>(
  { state, context }: FetchedLists,
  name: Name,
  { names, filters, order, sort, limit }: WantedRows<Rows[Name]>,
  origin: Origin,
  checkIn: (context: Context) => RowCheck<Rows[Name]>,
): Selection<Rows[Name]> {
  if (names.length > 0) return { query: {}, isWhole: false, isCredible: isAnything, order, enough: null };
  const { query, isWhole } = queryForFilter(name, { kind: 'all', of: filters }, context.aliases);
  const { bid_fid_in, reservation_fid_in, ...others } = { ...query, ...origin.query };
  // A service may combine two lists of identifiers either way, so only one is sent.
  const byBids: RowQuery = bid_fid_in === undefined ? {} : { bid_fid_in };
  const byOne = bid_fid_in === undefined && reservation_fid_in !== undefined ? { reservation_fid_in } : byBids;
  const sent = { ...others, ...byOne };
  const tracked = trackUnread({ state, context }, name);
  const isWanted = checkIn(tracked.context);
  const inServiceOrder = order !== null || sort === null;
  const hasEnded = endedAsLast(name, { order, sort });
  const isMixed = serviceResources[name].hasEnded !== undefined && order === null && !('status' in sent);
  return {
    query: sent,
    isWhole:
      !isMixed && isWhole && Object.keys(sent).length === Object.keys(query).length + Object.keys(origin.query).length,
    isCredible: Object.keys(sent).length === 1 ? hasAll(origin) : isAnything,
    order,
    // A row needing an unread list can't be checked yet.
    enough:
      limit === null || !inServiceOrder
        ? null
        : { maxRows: limit, counts: (row) => isWanted(row) && !hasEnded(row) && tracked.needed.size === 0 },
  };
}

/** The joined lists needed to filter and sort all rows. */
function neededLists<Name extends ServiceList>(
  lists: FetchedLists,
  name: Name,
  { sort, readsForSort }: WantedRows<Rows[Name]>,
  checkIn: (context: Context) => RowCheck<Rows[Name]>,
): readonly ServiceList[] {
  const { columns }: Resource<Name> = lists.state.features.panes[name];
  const { context, unread, needed } = trackUnread(lists, name);
  const check = checkIn(context);
  const sortBy = readsForSort ? columns.find(({ id }) => id === sort?.column)?.sortBy : undefined;
  for (const { row } of lists.context.rowsOf(name).values()) {
    if (needed.size === unread.length) break;
    check(row);
    sortBy?.(row, context);
  }
  return [...needed];
}

/** Any identifier fits without names. */
function namedIn(lists: FetchedLists, name: ServiceList, names: readonly string[]): (fid: string) => boolean {
  if (names.length === 0) return () => true;
  const fids = new Set(rowsNamed(lists, name, names).map(({ fid }): string => fid));
  return (fid) => fids.has(fid);
}

/** @throws {CommandFailure} when the rows have no such field. */
function sortHere<Row extends { readonly [field: string]: unknown }>(
  listed: readonly ListedRow<Row>[],
  order: ServiceOrder,
): readonly ListedRow<Row>[] {
  const rows = listed.map(({ row }) => row);
  if (canOrder(rows, order)) return inOrder(listed, order);
  throw new CommandFailure(
    EXIT.refused,
    `The rows can't be sorted by ${order.by}: the service does not do it, and they have no such field.`,
    `They have: ${orderFields(rows).join(', ')}.`,
  );
}

function deviationNotes(
  { filter, order }: Pick<SelectedList<unknown>, 'filter' | 'order'>,
  selection: Pick<Selection<unknown>, 'query' | 'order'>,
): readonly string[] {
  const fields = Object.keys(selection.query).map((name) => name.replace(/_fid_in$/, '').replaceAll('_', ' '));
  const note = (deviation: Deviation | null, work: string, done: string): readonly string[] => {
    const did = deviation === 'refused' ? 'refused to' : 'did not';
    return deviation === null ? [] : [`The service ${did} ${work}, so the rows were ${done} here.`];
  };
  return [
    ...note(filter, `filter by ${fields.join(' and ')}`, 'filtered'),
    ...note(order, `sort by ${selection.order?.by ?? ''}`, 'sorted'),
  ];
}

/** Bids until all needed ones have come; few instances by their bids. */
async function joinPrinted<Name extends ServiceList>(
  reader: ListReader,
  name: Name,
  rows: readonly ListedRow<Rows[Name]>[],
  print: (row: Rows[Name], context: Context) => void,
): Promise<void> {
  const { lists, whole, bids, origins } = neededFor(reader.lists(), name, rows, print);
  const join = async (list: ServiceList): Promise<void> => {
    if (list === 'bids' && !whole.has(list))
      return reader.joined(list, await reader.request(list, { enough: allOf([...bids]) }));
    const found = list === 'instances' && !whole.has(list) ? await instancesOf(reader, origins) : null;
    if (found === null) await reader.join([list]);
    else reader.joined('instances', found);
  };
  await Promise.all(Array.from(lists, join));
}

function neededFor<Name extends ServiceList>(
  fetched: FetchedLists,
  name: Name,
  rows: readonly ListedRow<Rows[Name]>[],
  print: (row: Rows[Name], context: Context) => void,
) {
  const { context, unread, needed } = trackUnread(fetched, name);
  const whole = new Set<ServiceList>();
  const bids = new Set<string>();
  const origins = new Set<string>();
  const noting: Context = {
    ...context,
    rowsOf: (list) => {
      for (const each of unread) if (each === list) whole.add(each);
      return context.rowsOf(list);
    },
    rowOf: (list, fid) => {
      if (list === 'bids') bids.add(fid);
      else for (const each of unread) if (each === list) whole.add(each);
      return context.rowOf(list, fid);
    },
    instancesOf: (bid) => {
      origins.add(bid);
      return context.instancesOf(bid);
    },
  };
  for (const { row } of rows) print(row, noting);
  return { lists: needed, whole, bids, origins };
}

/** Collects needed, unread lists. */
function trackUnread(
  { state, context }: Pick<FetchedLists, 'state' | 'context'>,
  name: ServiceList,
): { readonly context: Context; readonly unread: readonly ServiceList[]; readonly needed: ReadonlySet<ServiceList> } {
  const unread = serviceResources[name].joins.filter((joined) => state.lists[joined].fetchedAt === null);
  const needed = new Set<ServiceList>();
  const tracked = trackReads(context, ({ list }) => {
    if (list !== undefined && unread.includes(list)) needed.add(list);
  });
  return { context: tracked, unread, needed };
}

type GivenOrigin = {
  readonly bids: readonly string[];
  readonly reservations: readonly string[];
  readonly filters: readonly Filter[];
};

/** `listed`: how many instances each bid lists. */
type Origin = { readonly query: RowQuery; readonly listed: ReadonlyMap<string, number> };

/**
 * The query for bids and reservations. Names may repeat, so the bids are read until all have come. @throws
 * {CommandFailure}
 */
async function originQuery(reader: ListReader, name: ServiceList, given: GivenOrigin): Promise<Origin> {
  const { bids, reservations } = given;
  const reserved =
    reservations.length > 0 ? { reservation_fid_in: reservations.map((fid) => ReservationFid.parse(fid)) } : {};
  if (bids.length === 0) {
    const ofFilter = name === 'instances' ? await bidsOfFilter(reader, given.filters) : null;
    return ofFilter === null ? { query: reserved, listed: new Map() } : fromBids(ofFilter, reserved);
  }
  reader.add('bids', await reader.request('bids', { enough: allOf(bids) }));
  return fromBids(new Map(rowsNamed(reader.lists(), 'bids', bids).map(countOf)), reserved);
}

const fromBids = (listed: ReadonlyMap<BidFid, number>, reserved: RowQuery): Origin => ({
  query: { bid_fid_in: [...listed.keys()], ...reserved },
  listed,
});

/** With numbers of instances; null if the filter leaves others open. */
async function bidsOfFilter(
  reader: ListReader,
  filters: readonly Filter[],
): Promise<ReadonlyMap<BidFid, number> | null> {
  const texts = exactTexts({ kind: 'all', of: filters }, 'bid');
  const { glyphs } = reader.lists().context;
  // The sign for a missing value finds rows without a bid.
  if (texts === null || texts.includes(glyphs.none)) return null;
  reader.joined('bids', await reader.request('bids', { enough: allOf(texts) }));
  const { context } = reader.lists();
  const listed = new Map<BidFid, number>();
  for (const text of texts) {
    const meant = findBids(context, text);
    // An instance may name an unlisted bid.
    if (meant.length === 0) return null;
    for (const bid of meant) listed.set(...countOf(bid));
  }
  const fids = [...listed.keys()];
  return fids.every(isOneIdentifier) && fitInAddress(fids) ? listed : null;
}

/** The bids shown as this text, and the one with this identifier. */
function findBids(context: Context, text: string): readonly Bid[] {
  const sought = text.toLowerCase();
  return [...context.rowsOf('bids').values()].flatMap(({ row }) =>
    [row.fid, nameIn('bids', row.fid, context)].some((called) => called.toLowerCase() === sought) ? [row] : [],
  );
}

const countOf = ({ fid, instances }: Bid): [BidFid, number] => [fid, instances.length];

/** An empty list may come from a service without this query. */
const isAnything = (rows: readonly unknown[]): boolean => rows.length > 0;

/** Whether each bid with instances has some here. */
function hasAll({ listed }: Origin): (rows: readonly SelectableRow[], isCut: boolean) => boolean {
  return (rows, isCut) => {
    if (isCut || listed.size === 0) return isAnything(rows);
    const came = new Set(rows.map(({ bid }) => bid));
    return [...listed].every(([fid, count]) => count === 0 || came.has(fid));
  };
}
