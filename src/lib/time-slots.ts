import { MINUTE_MS } from './duration.ts';

/** A value from a time on, in milliseconds since 1970, until the next step; null while it is unknown. */
export type Step = { readonly at: number; readonly value: number | null };

/** Time spans of small pictures, in milliseconds, shortest first. */
const SPANS: readonly number[] = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60].map((minutes) => minutes * MINUTE_MS);

/** Longest time span of a small picture, in milliseconds. */
export const LONGEST_SPAN_MS = 60 * MINUTE_MS;

/** The shortest time span that holds the known time, so that a picture is filled soon; the longest for more than that. */
export function spanHolding(knownMs: number): number {
  return SPANS.find((span) => span >= knownMs) ?? LONGEST_SPAN_MS;
}

/** The time that a picture shows, in milliseconds, up to a time since 1970, and its number of slots. */
export type Window = { readonly until: number; readonly spanMs: number; readonly slots: number };

/**
 * The value of each slot of time, oldest first: of several values the one that `pick` prefers, null without any. Slots
 * begin at multiples of their length, so that a picture changes once for each slot and not with every second.
 */
export function slotsOf(
  steps: readonly Step[],
  { until, spanMs, slots }: Window,
  pick: (one: number, other: number) => number,
): readonly (number | null)[] {
  const slotMs = Math.ceil(spanMs / slots);
  const newest = Math.floor(until / slotMs);
  const values = Array.from<number | null>({ length: slots }).fill(null);
  steps.forEach(({ at, value }, n) => {
    const end = steps[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    if (value === null || at > until || end <= at) return;
    const first = Math.floor(at / slotMs) - newest + slots - 1;
    // A value that ends where a slot begins is not in that slot.
    const last = end > until ? slots - 1 : Math.ceil(end / slotMs) - 1 - newest + slots - 1;
    for (let slot = Math.max(0, first); slot <= last; slot++) {
      const other = values[slot] ?? null;
      values[slot] = other === null ? value : pick(other, value);
    }
  });
  return values;
}
