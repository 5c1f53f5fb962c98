import type { ListedRow } from '../api/result.ts';
import type { Bid } from '../contract/bid.ts';
import type { SeenBid } from '../journal/bid-steps.ts';
import { deltaBetween, type MapDelta } from '../lib/diff-maps.ts';
import type { BidStanding, BidState } from '../money/bid-step.ts';
import { bidsTouched, instancesByBid } from '../resources/parts/joins.ts';
import { isStatus } from '../resources/parts/status.ts';
import { projectIn } from './projects.ts';
import type { Lists } from './state.ts';

type Bids = ReadonlyMap<string, ListedRow<Bid>>;

const STATES: readonly BidState[] = ['allocated', 'open', 'preempting', 'paused'];

/** Returns where a bid stands on the market. */
export function bidStateOf({ status }: Pick<Bid, 'status'>): BidState {
  if (isStatus(status, 'terminated')) return 'ended';
  return STATES.find((state) => isStatus(status, state)) ?? 'other';
}

/** Returns the standing of a bid with a number of running instances; `listed` is false when it has left the list. */
export function standingOf(bid: Bid, running: number, listed: boolean): BidStanding {
  const amount = bid.limit_price?.amount ?? null;
  return {
    state: listed ? bidStateOf(bid) : 'ended',
    limit: amount === null ? null : { sign: amount.sign, micros: amount.micros },
    quantity: bid.instance_quantity ?? running,
    running,
  };
}

/** The bids of a project whose standing may have changed. */
export type TouchedBids = { readonly project: string; readonly bids: readonly SeenBid[] };

/** Finds the bids whose standing may have changed since the lists that it saw last. All of them the first time. */
export function createStandingWatch() {
  let bids: Bids | null = null;
  let instances: Lists['instances']['rows'] = new Map();
  /** Bids that wait for both lists, or to be kept. Those that left the list have their last row. */
  const touched = new Map<string, Bid>();
  /** Last rows of bids that left the list before their instances did. */
  const left = new Map<string, Bid>();

  const touch = (fid: string, lists: Lists): void => {
    const row = lists.bids.rows.get(fid)?.row ?? bids?.get(fid)?.row ?? touched.get(fid) ?? left.get(fid);
    if (row !== undefined) touched.set(fid, row);
  };

  return {
    /** Notices what has changed in the lists. */
    observe: (lists: Lists): void => {
      if (lists.bids.fetchedAt === null || lists.instances.fetchedAt === null) return;
      if (bids === null) {
        for (const fid of lists.bids.rows.keys()) touch(fid, lists);
      } else {
        if (bids !== lists.bids.rows) {
          const { changed, gone }: MapDelta<unknown> = deltaBetween(bids, lists.bids.rows, lists.bids.delta);
          for (const fid of [...changed, ...gone]) touch(fid, lists);
        }
        if (instances !== lists.instances.rows) {
          const delta = deltaBetween(instances, lists.instances.rows, lists.instances.delta);
          for (const fid of bidsTouched(delta) ?? []) touch(fid, lists);
        }
      }
      bids = lists.bids.rows;
      instances = lists.instances.rows;
    },

    /** Returns the bids that changed, by project. */
    touched: (lists: Lists): readonly TouchedBids[] => {
      const numbers = instancesByBid(lists.instances);
      const byProject = Map.groupBy(touched.values(), (bid) => projectIn(bid) ?? '');
      return [...byProject].map(([project, rows]) => ({
        project,
        bids: rows.map((bid) => ({
          traits: {
            bid: bid.fid,
            name: bid.name ?? '',
            type: bid.instance_type ?? '',
            region: bid.region ?? '',
          },
          standing: standingOf(bid, numbers.get(bid.fid)?.running ?? 0, lists.bids.rows.has(bid.fid)),
        })),
      }));
    },

    /** Forgets the bids of a project that have been kept. */
    kept: (project: string): void => {
      const numbers = instancesByBid({ rows: instances, delta: null });
      for (const [fid, bid] of touched) {
        if ((projectIn(bid) ?? '') !== project) continue;
        touched.delete(fid);
        if (bids?.has(fid) === false && (numbers.get(fid)?.running ?? 0) > 0) left.set(fid, bid);
        else left.delete(fid);
      }
    },

    /** Begins anew, for another service or other projects. */
    forget: (): void => {
      bids = null;
      instances = new Map();
      touched.clear();
      left.clear();
    },
  };
}
