import { MINUTE_MS } from './duration.ts';

/** A value from a time until the next step; null while unknown. */
export type Step = { readonly at: number; readonly value: number | null };

const SPANS: readonly number[] = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60].map((minutes) => minutes * MINUTE_MS);

export const LONGEST_SPAN_MS = 60 * MINUTE_MS;

/** The shortest span, so a picture fills soon. */
export function spanHolding(knownMs: number): number {
  return SPANS.find((span) => span >= knownMs) ?? LONGEST_SPAN_MS;
}

type Window = { readonly until: number; readonly spanMs: number; readonly slots: number };

/**
 * Oldest first, `pick` choosing among several. Slots begin at multiples of their length, so a picture changes once a
 * slot.
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
    // A value ending at a slot's beginning is not in it.
    const last = end > until ? slots - 1 : Math.ceil(end / slotMs) - 1 - newest + slots - 1;
    for (let slot = Math.max(0, first); slot <= last; slot++) {
      const other = values[slot] ?? null;
      values[slot] = other === null ? value : pick(other, value);
    }
  });
  return values;
}
