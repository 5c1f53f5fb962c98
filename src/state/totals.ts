import type { ListedRow } from '../api/result.ts';
import { memoizeLast } from '../lib/memoize.ts';
import { committedInstances } from '../resources/bids/exposure.ts';
import { exposureOf, instancesByBid } from '../resources/parts/joins.ts';
import { isStatus } from '../resources/parts/status.ts';
import type { Exposure } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import type { ConsoleState } from './state.ts';

type ByBid = ReturnType<typeof instancesByBid>;
type ListOf<Name extends PaneName> = ReadonlyMap<string, ListedRow<Rows[Name]>>;

const runningIn = memoizeLast(
  (instances: ListOf<'instances'>) =>
    [...instances.values()].filter(({ row }) => isStatus(row.status, 'running')).length,
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

/** How many instances run now. */
export function runningNow({ lists }: ConsoleState): number {
  return runningIn(lists.instances.rows);
}

/** What runs now at its limit prices for an hour, one amount for each currency. */
export function exposureNow({ lists }: ConsoleState): Exposure {
  return exposureIn(lists.bids.rows, instancesByBid(lists.instances));
}

/** What running and open bids together cost an hour at their limit prices if all are filled, one amount for each currency. */
export function committedNow({ lists }: ConsoleState): Exposure {
  return committedIn(lists.bids.rows, instancesByBid(lists.instances));
}
