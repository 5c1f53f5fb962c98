import type { ListedRow } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Context } from '../resources/context.ts';
import { serviceResources } from '../resources/index.ts';
import type { Rows } from '../resources/rows.ts';
import { trackReads } from '../store/lists/track-reads.ts';
import { allOf } from '../sync/parts/part-order.ts';
import { instancesOf } from './instances-of-bids.ts';
import type { FetchedLists, ListReader } from './list-reader.ts';

/** What printed rows need of lists that were not read. */
type NeededRows = {
  readonly lists: ReadonlySet<ServiceList>;
  /** Lists of which any row may be needed. */
  readonly whole: ReadonlySet<ServiceList>;
  /** Bids that are needed, and bids whose instances are. */
  readonly bids: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
};

/**
 * Reads what printed rows need of other lists: bids until the needed ones have come, since no filter selects them, and of few rows
 * the instances by their bids.
 */
export async function joinPrinted<Name extends ServiceList>(
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
): NeededRows {
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

/** A context that collects the joined lists that are needed and were not read. */
export function trackUnread(
  { state, context }: Pick<FetchedLists, 'state' | 'context'>,
  name: ServiceList,
): { readonly context: Context; readonly unread: readonly ServiceList[]; readonly needed: ReadonlySet<ServiceList> } {
  const unread = serviceResources[name].joins.filter((joined) => state.lists[joined].fetchedAt === null);
  const needed = new Set<ServiceList>();
  const tracked = trackReads(context, {
    list: (joined) => {
      if (unread.includes(joined)) needed.add(joined);
    },
  });
  return { context: tracked, unread, needed };
}
