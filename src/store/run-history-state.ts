import type { Step } from '../lib/time-slots.ts';

/** A time in which lists were read without a long gap. Milliseconds since 1970. */
export type ObservedSpan = { readonly from: number; readonly to: number };

/** When the number of running instances of each listed bid changed in the last hour, and the times in which a console polled. */
export type RunHistory = {
  /** Oldest first. */
  readonly seen: readonly ObservedSpan[];
  /** The numbers of each bid that has not ended, by fid; unknown before the first. */
  readonly byBid: ReadonlyMap<string, readonly Step[]>;
  /** When this console had both lists for the first time; null before. What was before comes from the journal. */
  readonly liveSince: number | null;
  /** Changes before `liveSince`, oldest first, and since when the journal has all of them. */
  readonly past: { readonly since: number; readonly changes: readonly PastChange[] } | null;
};

/** A change of the running instances of a bid. */
export type PastChange = { readonly at: number; readonly bid: string; readonly difference: number };
