import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import { deltaBetween, type MapDelta } from '../../lib/maps.ts';
import type { OfBid } from '../../resources/context.ts';
import { bidsTouched, instancesByBid, isCharged } from '../../resources/parts/joins.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { projectIn } from '../../store/projects.ts';
import type { Lists } from '../../store/state.ts';
import type { BidStanding, BidState } from './bid-record.ts';
import type { SeenBid } from './journal.ts';

type Bids = ReadonlyMap<string, ListedRow<Bid>>;

const STATES: readonly BidState[] = ['allocated', 'open', 'preempting', 'paused'];

/** Where a bid stands on the market. */
export function bidStateOf({ status }: Pick<Bid, 'status'>): BidState {
  if (isStatus(status, 'terminated')) return 'ended';
  return STATES.find((state) => isStatus(status, state)) ?? 'other';
}

/** The instances of a bid that may be charged: those that run, and those that are being preempted or stopped. */
export type Numbers = Pick<BidStanding, 'running' | 'ending'>;

/** The numbers of the instances of a bid as they are listed. */
export const numbersOf = (listed: OfBid | undefined): Numbers =>
  listed === undefined ? { running: 0 } : { running: listed.running, ending: listed.charged - listed.running };

/** The standing of a bid with its instances; `listed` is false when it has left the list. */
export function standingOf(bid: Bid, { running, ending = 0 }: Numbers, listed: boolean): BidStanding {
  const amount = bid.limit_price?.amount ?? null;
  return {
    state: listed ? bidStateOf(bid) : 'ended',
    limit: amount === null ? null : { sign: amount.sign, micros: amount.micros },
    quantity: bid.instance_quantity,
    running,
    ...(ending === 0 ? {} : { ending }),
  };
}

/** The bids of a project whose standing may have changed. */
type TouchedBids = { readonly project: string; readonly bids: readonly SeenBid[] };

/** The bids that the last lists have missed, alone or an instance of them. */
const missedIn = ({ bids, instances }: Lists): ReadonlySet<string> =>
  new Set([
    ...bids.observed.unconfirmed.keys(),
    ...Array.from(instances.observed.unconfirmed.values(), ({ row }) => row.row.bid ?? ''),
  ]);

/** The numbers of instances of each bid that the last list has missed: they count until they are confirmed as gone. */
function numbersMissed({ instances }: Lists): ReadonlyMap<string, Numbers> {
  const numbers = new Map<string, Numbers>();
  for (const [fid, { row }] of instances.observed.unconfirmed) {
    const { bid, status } = row.row;
    if (bid === null || instances.rows.has(fid) || !isCharged(row.row)) continue;
    const one = isStatus(status, 'running') ? { running: 1 } : { running: 0, ending: 1 };
    numbers.set(bid, sumOfNumbers(numbers.get(bid), one));
  }
  return numbers;
}

const sumOfNumbers = (...all: readonly (Numbers | undefined)[]): Numbers => ({
  running: all.reduce((sum, one) => sum + (one?.running ?? 0), 0),
  ending: all.reduce((sum, one) => sum + (one?.ending ?? 0), 0),
});

/** Finds the bids whose standing may have changed since the lists that it saw last. All of them the first time. */
export function createStandingWatch() {
  let bids: Bids | null = null;
  let instances: Lists['instances']['rows'] = new Map();
  /** Bids that wait for both lists, or to be kept. Those that left the list have their last row. */
  const touched = new Map<string, Bid>();
  /** Last rows of bids that left the list before their instances did. */
  const left = new Map<string, Bid>();
  /** Bids that a list has missed, alone or an instance of them, and that are not confirmed as gone. */
  let unconfirmed: ReadonlySet<string> = new Set();

  const touch = (fid: string, lists: Lists): void => {
    const row = lists.bids.rows.get(fid)?.row ?? bids?.get(fid)?.row ?? touched.get(fid) ?? left.get(fid);
    if (row !== undefined) touched.set(fid, row);
  };

  return {
    /** Notices what has changed in the lists. Returns whether these are the first ones, of which all bids count as changed. */
    observe: (lists: Lists): boolean => {
      const isFirst = bids === null;
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
      const missed = missedIn(lists);
      for (const fid of [...unconfirmed, ...missed]) touch(fid, lists);
      unconfirmed = missed;
      bids = lists.bids.rows;
      instances = lists.instances.rows;
      return isFirst;
    },

    /** When the bids that changed were requested last, in milliseconds since 1970. */
    seenAt: ({ bids: list }: Lists): number =>
      Math.max(0, ...Array.from(touched.keys(), (fid) => list.newer.get(fid)?.at ?? 0)),

    /** The bids that changed, by project. */
    touched: (lists: Lists): readonly TouchedBids[] => {
      const numbers = instancesByBid(lists.instances);
      const missing = numbersMissed(lists);
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
          standing: standingOf(
            bid,
            sumOfNumbers(numbersOf(numbers.get(bid.fid)), missing.get(bid.fid)),
            lists.bids.rows.has(bid.fid) || lists.bids.observed.unconfirmed.has(bid.fid),
          ),
        })),
      }));
    },

    /** Forgets the bids that have been taken over. */
    kept: (): void => {
      const numbers = instancesByBid({ rows: instances, delta: null });
      for (const [fid, bid] of touched) {
        if (bids?.has(fid) === false && (numbers.has(fid) || unconfirmed.has(fid))) left.set(fid, bid);
        else left.delete(fid);
      }
      touched.clear();
    },

    /** Begins anew, for another service or other projects. */
    forget: (): void => {
      bids = null;
      instances = new Map();
      touched.clear();
      left.clear();
      unconfirmed = new Set();
    },
  };
}
