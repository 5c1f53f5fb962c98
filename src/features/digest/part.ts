import type { JournalEvent } from '../../changes/change-event.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';

/** What the journal has of a project in a time, and some time before it: the part of a digest that needs no service. */
export type DigestPart = {
  readonly project: string;
  readonly time: Interval;
  readonly events: readonly JournalEvent[];
};

/** Time before that of a digest from which its events are, so that it knows what those in it belong to, in milliseconds. */
export const EARLIER_MS = DAY_MS;

/** The time that the parts of a digest are about. */
export const timeOf = (parts: readonly DigestPart[]): Interval => ({
  from: Math.min(...parts.map(({ time }) => time.from)),
  to: Math.max(...parts.map(({ time }) => time.to)),
});
