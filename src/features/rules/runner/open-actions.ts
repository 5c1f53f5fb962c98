import type { Clock } from '../../../lib/clock.ts';

/** Time after which an action without an outcome is looked for in lists: its request may arrive late. In milliseconds. */
export const SETTLE_MS = 30_000;
/** Complete lists that must lack a bid before it counts as not placed: pages may shift while they are read. */
const LISTS_WITHOUT = 2;

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
    /** Counts lists that lack a bid which may have been placed. Returns whether there are enough of them. */
    isMissing: (id: number, sequence: number): boolean => {
      const one = known.get(id);
      if (one === undefined) return false;
      one.after = sequence;
      one.without += 1;
      return one.without >= LISTS_WITHOUT;
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
