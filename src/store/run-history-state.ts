import type { Step } from '../lib/time-slots.ts';

/** Lists were read without a long gap. Milliseconds since 1970. */
export type ObservedSpan = { readonly from: number; readonly to: number };

/** Running instances of each bid in the last hour, and when consoles polled. */
export type RunHistory = {
  /** Oldest first. */
  readonly seen: readonly ObservedSpan[];
  /** By fid of bids that have not ended; unknown before the first. */
  readonly byBid: ReadonlyMap<string, readonly Step[]>;
  /** When this console first had both lists. Before that the journal tells. */
  readonly liveSince: number | null;
  /** Changes before `liveSince`, oldest first, complete from `since` on. */
  readonly past: { readonly since: number; readonly changes: readonly PastChange[] } | null;
};

export type PastChange = { readonly at: number; readonly bid: string; readonly difference: number };
