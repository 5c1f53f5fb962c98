import type { ConsoleState } from '../../../store/state.ts';
import { shownSince } from './read-times.ts';

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
