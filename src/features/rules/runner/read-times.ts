import type { Instance } from '../../../contract/instance.ts';
import { serviceResources } from '../../../resources/index.ts';
import { instancesByBid } from '../../../resources/parts/joins.ts';
import { type List, ofBidRequestedAt, requestedAt } from '../../../store/list.ts';
import type { ConsoleState } from '../../../store/state.ts';
import type { ReadTimes } from '../engine/view.ts';

type Lists = Pick<ConsoleState['lists'], 'bids' | 'instances'>;

/** The instances of a bid that can still change. */
const liveOf = ({ instances }: Lists, bid: string): readonly Instance[] =>
  (instancesByBid(instances).get(bid)?.all ?? []).filter(
    (instance) => serviceResources.instances.hasEnded?.(instance) !== true,
  );

/** When the rows that rules decide from were requested. `placedAt` is the place of the last bid that was placed among polls and writes. */
export function readTimesOf(lists: Lists, placedAt: number): ReadTimes {
  const { bids, instances } = lists;
  const never = Number.NEGATIVE_INFINITY;
  return {
    listsAt: Math.min(bids.fetchedAt ?? never, instances.fetchedAt ?? never),
    bidAt: (fid) => requestedAt(bids, fid) ?? never,
    instancesAt: (bid) =>
      Math.min(
        ofBidRequestedAt(instances, bid) ?? never,
        ...liveOf(lists, bid).map(({ fid }) => requestedAt(instances, fid) ?? never),
      ),
    showsPlaced: bids.sequence > placedAt,
  };
}

/** The place among polls and writes of the request for a row. */
const placeOf = ({ newer, sequence }: Pick<List<unknown>, 'newer' | 'sequence'>, fid: string): number =>
  newer.get(fid)?.sequence ?? sequence;

/** The place among polls and writes since which a bid and its instances were requested: what ended before it is shown by them. */
export const shownSince = (lists: Lists, bid: string): number =>
  Math.min(placeOf(lists.bids, bid), ...liveOf(lists, bid).map(({ fid }) => placeOf(lists.instances, fid)));

/** Tracks which bids rules have changed and no row shows yet: nothing is decided before, because sums would be wrong. */
export function createActedOn(nextSequence: () => number) {
  /** Bids, each with the place among polls and writes at which the last write to it had ended. */
  const changed = new Map<string, number>();
  let placedAt = 0;

  return {
    /** Notes writes that have ended: the bids that they may have changed, and whether one may have placed a bid. */
    ended: (fids: readonly string[], places: boolean): void => {
      const sequence = nextSequence();
      for (const fid of fids) changed.set(fid, sequence);
      if (places) placedAt = sequence;
    },
    /** The place among polls and writes at which the last bid was placed; 0 without one. */
    placedAt: (): number => placedAt,
    /** The bids whose rows, or those of their instances, were requested before they were changed. */
    notShown: (lists: ConsoleState['lists']): readonly string[] => {
      for (const [fid, sequence] of changed) if (shownSince(lists, fid) > sequence) changed.delete(fid);
      return [...changed.keys()];
    },
  };
}
