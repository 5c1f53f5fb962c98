import type { ListedRow } from '../api/result.ts';
import { memoizeLast } from '../lib/memoize.ts';
import { committedInstances, type FleetCounts, fleetCounts } from '../resources/bids/exposure.ts';
import { exposureOf, instancesByBid } from '../resources/parts/joins.ts';
import { isStatus } from '../resources/parts/status.ts';
import type { Exposure } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import type { ConsoleState, Lists } from './state.ts';

type ByBid = ReturnType<typeof instancesByBid>;
type ListOf<Name extends PaneName> = ReadonlyMap<string, ListedRow<Rows[Name]>>;

const runningIn = memoizeLast(
  (instances: ListOf<'instances'>) =>
    [...instances.values()].filter(({ row }) => isStatus(row.status, 'running')).length,
);

const fleetIn = memoizeLast(
  (bids: ListOf<'bids'>, instances: ListOf<'instances'>, byBid: ByBid): FleetCounts =>
    fleetCounts(
      [...bids.values()].map(({ row }) => row),
      (fid) => byBid.get(fid)?.running ?? 0,
      runningIn(instances),
    ),
);

const exposureIn = memoizeLast(
  (bids: ListOf<'bids'>, byBid: ByBid): Exposure =>
    exposureOf(
      [...bids.values()].map(({ row }) => row),
      ({ fid }) => byBid.get(fid)?.running ?? 0,
    ),
);

const committedIn = memoizeLast(
  (bids: ListOf<'bids'>, byBid: ByBid): Exposure =>
    exposureOf(
      [...bids.values()].map(({ row }) => row),
      (bid) => committedInstances(bid, byBid.get(bid.fid)?.running ?? 0),
    ),
);

/** The number of running instances. */
export function runningNow({ lists }: ConsoleState): number {
  return runningIn(lists.instances.rows);
}

/** How many instances run of those that are wanted, by the live lists or the drawn ones. */
export function countsIn({ bids, instances }: Pick<Lists, 'bids' | 'instances'>): FleetCounts {
  return fleetIn(bids.rows, instances.rows, instancesByBid(instances));
}

/** The cost per hour of running instances at limit prices, one amount for each currency. */
export function exposureNow({ lists }: ConsoleState): Exposure {
  return exposureIn(lists.bids.rows, instancesByBid(lists.instances));
}

/** The cost per hour of running and open bids at limit prices if all are filled, one amount for each currency. */
export function committedNow({ lists }: ConsoleState): Exposure {
  return committedIn(lists.bids.rows, instancesByBid(lists.instances));
}
