import type { Bid } from '../contract/bid.ts';
import type { Instance } from '../contract/instance.ts';
import { changedKeys, keysBetween } from '../lib/maps.ts';
import { keepLast } from '../lib/memoize.ts';
import { createSum, leastOf, type Part, sumFrom, withoutOf } from '../lib/sum.ts';
import {
  chargedInstances,
  committedInstances,
  type FleetCounts,
  unlistedParts,
  unreadOf,
  wantedInstances,
} from '../resources/bids/exposure.ts';
import { costPart, instancesByBid } from '../resources/parts/joins.ts';
import { isStatus } from '../resources/parts/status.ts';
import type { Exposure, Unpriced } from '../resources/resource.ts';
import { hasMore, unreadRows } from './list.ts';
import type { ConsoleState, Lists } from './state.ts';

type FleetLists = Pick<Lists, 'bids' | 'instances'>;

type Read = {
  readonly bids: FleetLists['bids']['rows'];
  readonly instances: FleetLists['instances']['rows'];
  readonly byBid: ReturnType<typeof instancesByBid>;
};

type Share = {
  readonly running: number;
  readonly wanted: number;
  readonly now: readonly Part<Unpriced>[];
  readonly committed: readonly Part<Unpriced>[];
};

const NO_SHARE: Share = { running: 0, wanted: 0, now: [], committed: [] };

function shareOf({ bids, byBid }: Read, fid: string): Share {
  const bid: Bid | undefined = bids.get(fid)?.row;
  const { all = [], running = 0, charged = 0 } = byBid.get(fid) ?? {};
  if (bid === undefined) {
    const parts = unlistedParts(all, () => false);
    return { ...NO_SHARE, now: parts, committed: parts };
  }
  return {
    running,
    wanted: wantedInstances(bid, running),
    now: [costPart(bid, chargedInstances(bid, charged))],
    committed: [costPart(bid, committedInstances(bid, charged))],
  };
}

type Totals = {
  readonly now: ReturnType<typeof createSum<Unpriced>>;
  readonly committed: ReturnType<typeof createSum<Unpriced>>;
  running: number;
  ofBids: number;
  wanted: number;
  last: Read;
};

const nothingRead = (): Totals => ({
  now: createSum<Unpriced>(),
  committed: createSum<Unpriced>(),
  running: 0,
  ofBids: 0,
  wanted: 0,
  last: {
    bids: new Map(),
    instances: new Map(),
    byBid: instancesByBid({ rows: new Map(), delta: null }),
  },
});

/**
 * Costs as much as the changes between two versions of the lists. Empty lists and a fault begin again, so no error
 * stays in later totals.
 */
function createTotals() {
  let read = nothingRead();
  const runs = (instance: Instance | undefined): number =>
    instance !== undefined && isStatus(instance.status, 'running') ? 1 : 0;
  const alone = (instance: Instance | undefined): readonly Part<Unpriced>[] =>
    instance === undefined || instance.bid !== null ? [] : unlistedParts([instance], () => false);
  const follow = ({ bids, instances }: FleetLists): void => {
    const next: Read = { bids: bids.rows, instances: instances.rows, byBid: instancesByBid(instances) };
    const { last, now, committed } = read;
    if (next.bids === last.bids && next.byBid === last.byBid && next.instances === last.instances) return;
    for (const fid of keysBetween(last.instances, next.instances, instances.delta)) {
      const [was, is] = [last.instances.get(fid)?.row, next.instances.get(fid)?.row];
      read.running += runs(is) - runs(was);
      for (const sum of [now, committed]) sum.replace(`instance ${fid}`, alone(was), alone(is));
    }
    const touched = [...keysBetween(last.bids, next.bids, bids.delta), ...changedKeys(last.byBid, next.byBid)];
    for (const fid of new Set(touched)) {
      const [was, is] = [shareOf(last, fid), shareOf(next, fid)];
      read.ofBids += is.running - was.running;
      read.wanted += is.wanted - was.wanted;
      now.replace(fid, was.now, is.now);
      committed.replace(fid, was.committed, is.committed);
    }
    read.last = next;
  };
  const goTo = (lists: FleetLists): void => {
    if (lists.bids.rows.size + lists.instances.rows.size === 0) read = nothingRead();
    try {
      follow(lists);
    } catch (fault) {
      read = nothingRead();
      throw fault;
    }
  };
  return {
    counts: (lists: FleetLists): FleetCounts => {
      goTo(lists);
      const withoutBid = Math.max(0, read.running - read.ofBids);
      return { running: read.running, wanted: read.wanted + withoutBid, withoutBid };
    },
    now: (lists: FleetLists): Exposure => {
      goTo(lists);
      return read.now.total();
    },
    committed: (lists: FleetLists): Exposure => {
      goTo(lists);
      return read.committed.total();
    },
  };
}

const totals = createTotals();

/** With the unreadable parts. The same object while nothing differs. */
function costKept(cost: (lists: FleetLists) => Exposure): (lists: FleetLists) => Exposure {
  const kept = keepLast<Exposure>();
  return ({ bids, instances }) => {
    const unread = Object.entries({ bids, instances }).map(([name, list]) => ({
      name,
      rows: unreadRows(list),
      hasMore: hasMore(list),
    }));
    const inputs = [bids.rows, instances.rows, ...unread.flatMap(({ rows, hasMore }) => [rows, hasMore])];
    return kept(inputs, () => {
      const known = cost({ bids, instances });
      return sumFrom(leastOf(known), [...withoutOf(known), ...unreadOf(unread)]);
    });
  };
}

export function runningNow({ lists }: ConsoleState): number {
  return countsIn(lists).running;
}

export const countsIn = (lists: FleetLists): FleetCounts => totals.counts(lists);

/** The highest cost per hour that may be charged now. */
export const exposureIn: (lists: FleetLists) => Exposure = costKept(totals.now);

/** The highest cost per hour if all open bids are filled. */
export const committedIn: (lists: FleetLists) => Exposure = costKept(totals.committed);

export const exposureNow = ({ lists }: Pick<ConsoleState, 'lists'>): Exposure => exposureIn(lists);
export const committedNow = ({ lists }: Pick<ConsoleState, 'lists'>): Exposure => committedIn(lists);
