import { BEHIND_MS, LATE_MS } from '../../../changes/newer.ts';
import type { Clock } from '../../../lib/clock.ts';

/** Time after which an action without an outcome is looked for in lists: its request may arrive late. In milliseconds. */
export const SETTLE_MS = 30_000;
/** Complete lists that must lack a bid before it counts as not placed: pages may shift while they are read. */
const LISTS_WITHOUT = 2;
/** Time after which a missing bid counts as not placed, in milliseconds: it may be placed late, and a list may be behind. */
const PLACED_LATE_MS = LATE_MS + BEHIND_MS;

/**
 * Decides which lists show how an action ended whose answer was lost, or whose program has ended. Times are of the steady clock,
 * since when this program knows of the action, so that a jump of the wall clock shortens nothing.
 */
export function createOpenActions(clock: Pick<Clock, 'steady'>, nextSequence: () => number) {
  const known = new Map<number, { readonly since: number; after: number | null; without: number }>();

  return {
    /** Whether lists that were requested at a place among polls and writes show how an action ended. */
    isShownBy: (id: number, sequence: number): boolean => {
      const one = known.get(id) ?? { since: clock.steady(), after: null, without: 0 };
      known.set(id, one);
      if (clock.steady() - one.since < SETTLE_MS) return false;
      one.after ??= nextSequence();
      return sequence > one.after;
    },
    /** Counts lists that lack a bid which may have been placed. Returns whether it now counts as not placed. */
    isMissing: (id: number, sequence: number): boolean => {
      const one = known.get(id);
      if (one === undefined) return false;
      one.after = sequence;
      one.without += 1;
      return one.without >= LISTS_WITHOUT && clock.steady() - one.since >= PLACED_LATE_MS;
    },
    ended: (id: number): void => {
      known.delete(id);
    },
    /** The actions that were open before and are no longer: another program has ended them. */
    endedElsewhere: (open: ReadonlySet<number>): ReadonlySet<number> => {
      const gone = new Set([...known.keys()].filter((id) => !open.has(id)));
      for (const id of gone) known.delete(id);
      return gone;
    },
  };
}
