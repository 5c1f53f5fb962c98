import { DEFAULT_PAGE_SIZE } from '../api/defaults.ts';
import type { ListedRow } from '../api/result.ts';
import type { BidFid } from '../contract/fid.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Context } from '../resources/context.ts';
import { missingOf } from '../resources/incomplete-lists.ts';
import { referenceQueries } from '../resources/reference-queries.ts';
import type { Rows } from '../resources/rows.ts';
import { isSendable, rowSelector } from '../resources/service-filter.ts';
import { allOf } from '../state/parts/part-order.ts';
import type { Answer, FetchedLists, ListReader } from './list-reader.ts';
import { isRefusal } from './read-selection.ts';
import { trackUnread } from './track-unread.ts';

/** Most requests for the joined instances of some bids; for more of them the whole list is read. */
const MAX_REQUESTS = 10;

/** What printed rows need of lists that were not read. */
type Needed = {
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
): Needed {
  const { context, unread, needed } = trackUnread(fetched, name);
  const whole = new Set<ServiceList>();
  const bids = new Set<string>();
  const origins = new Set<string>();
  const recording: Context = {
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
  for (const { row } of rows) print(row, recording);
  return { lists: needed, whole, bids, origins };
}

/**
 * Reads the instances of some bids. Returns null when the whole list has to be read: it takes fewer requests, the service does not
 * select by bids, or a bid lists instances of which none came.
 */
async function instancesOf(reader: ListReader, origins: ReadonlySet<string>): Promise<Answer<'instances'> | null> {
  const { context, connection } = reader.lists();
  const listed = new Map<BidFid, number>();
  for (const fid of origins) {
    const bid = context.rowOf('bids', fid)?.row;
    if (bid === undefined || !isSendable(fid) || fid.includes(',')) return null;
    listed.set(bid.fid, bid.instances.length);
  }
  const queries = referenceQueries(listed, connection.pageSize ?? DEFAULT_PAGE_SIZE, (fids) => ({ bid_fid_in: fids }));
  const requests = queries.reduce((sum, query) => sum + query.requests, 0) * reader.projects;
  if (requests > MAX_REQUESTS) return null;
  const found = { rows: new Map<string, ListedRow<Rows['instances']>>(), unreadable: [], warnings: [], pages: 0 };
  for (const { query } of queries) {
    const answer = await reader.request('instances', { query });
    if (!answer.ok) return isRefusal(answer.error) ? null : answer;
    if (missingOf('instances', answer) !== null) return answer;
    const selects = rowSelector(query);
    for (const [fid, instance] of answer.value.rows) {
      if (!selects(instance.row)) return null;
      found.rows.set(fid, instance);
    }
    found.pages += answer.value.pages;
  }
  const came = new Set(Array.from(found.rows.values(), ({ row }) => row.bid));
  return [...listed].every(([bid, count]) => count === 0 || came.has(bid)) ? { ok: true, value: found } : null;
}
