import type { JournalEvent } from '../../changes/change-event.ts';
import type { Interval } from '../../lib/intervals.ts';

/** What the journal has of a project in a time: the part of a digest that needs no service. */
export type DigestPart = {
  readonly project: string;
  readonly time: Interval;
  readonly events: readonly JournalEvent[];
};
