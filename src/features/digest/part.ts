import type { JournalEvent } from '../../changes/change-event.ts';
import type { Interval } from '../money/sums/bid-step.ts';

/** What the journal has of a project in a time: the part of a digest that needs no service. */
export type DigestPart = {
  readonly project: string;
  readonly time: Interval;
  readonly events: readonly JournalEvent[];
};

/** A project whose lists nobody had read since a time when this console began to show it. Milliseconds since 1970. */
export type Away = { readonly project: string; readonly from: number };
