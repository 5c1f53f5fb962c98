import type { ListedRow } from '../api/result.ts';
import { keepLast, memoizeLast } from '../lib/memoize.ts';
import {
  type Fleet,
  type FleetCounts,
  fleetCommitted,
  fleetCounts,
  fleetNow,
  unreadOf,
} from '../resources/bids/exposure.ts';
import { instancesByBid } from '../resources/parts/joins.ts';
import { isStatus } from '../resources/parts/status.ts';
import type { Exposure } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import { hasMore, unreadRows } from './list.ts';
import type { ConsoleState, Lists } from './state.ts';

type ByBid = ReturnType<typeof instancesByBid>;
type ListOf<Name extends PaneName> = ReadonlyMap<string, ListedRow<Rows[Name]>>;

const runningIn = memoizeLast(
  (instances: ListOf<'instances'>) =>
    [...instances.values()].filter(({ row }) => isStatus(row.status, 'running')).length,
);

const countsOf = memoizeLast(
  (bids: ListOf<'bids'>, instances: ListOf<'instances'>, byBid: ByBid): FleetCounts =>
    fleetCounts(
      [...bids.values()].map(({ row }) => row),
      (fid) => byBid.get(fid)?.running ?? 0,
      runningIn(instances),
    ),
);

const nowKept = keepLast<Exposure>();
const committedKept = keepLast<Exposure>();

/** What the cost of the fleet follows from, and that cost. */
function costOf(
  { bids, instances }: Pick<Lists, 'bids' | 'instances'>,
  kept: typeof nowKept,
  cost: (fleet: Fleet) => Exposure,
): Exposure {
  const byBid = instancesByBid(instances);
  const unread = Object.entries({ bids, instances }).map(([name, list]) => ({
    name,
    rows: unreadRows(list),
    hasMore: hasMore(list),
  }));
  const inputs = [bids.rows, byBid, instances.rows, ...unread.flatMap(({ rows, hasMore }) => [rows, hasMore])];
  return kept(inputs, () =>
    cost({
      bids: bids.rows,
      instances: instances.rows,
      charged: (bid) => byBid.get(bid)?.charged ?? 0,
      unread: unreadOf(unread),
    }),
  );
}

/** The number of running instances. */
export function runningNow({ lists }: ConsoleState): number {
  return runningIn(lists.instances.rows);
}

/** How many instances run of those that are wanted, by the live lists or the drawn ones. */
export function countsIn({ bids, instances }: Pick<Lists, 'bids' | 'instances'>): FleetCounts {
  return countsOf(bids.rows, instances.rows, instancesByBid(instances));
}

/** The highest cost per hour of what may be charged now, by the live lists or the drawn ones. */
export const exposureIn = (lists: Pick<Lists, 'bids' | 'instances'>): Exposure => costOf(lists, nowKept, fleetNow);

/** The highest cost per hour of running and open bids if all are filled. */
export const committedIn = (lists: Pick<Lists, 'bids' | 'instances'>): Exposure =>
  costOf(lists, committedKept, fleetCommitted);

/** The same by the live lists. */
export const exposureNow = ({ lists }: Pick<ConsoleState, 'lists'>): Exposure => exposureIn(lists);
export const committedNow = ({ lists }: Pick<ConsoleState, 'lists'>): Exposure => committedIn(lists);
