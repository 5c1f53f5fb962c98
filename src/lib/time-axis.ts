import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts';

const STEPS: readonly number[] = [
  ...[10_000, 15_000, 30_000],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 5, 10, 30].map((days) => days * DAY_MS),
];

export type Tick = { readonly column: number; readonly label: string };

/** Ticks at round times of the machine's time zone, each with room for its label and a gap. */
export function ticksOf(from: number, until: number, columns: number, gap: number): readonly Tick[] {
  const spanMs = until - from;
  const fits = (step: number): boolean => Math.floor((step * columns) / spanMs) >= labelOf(from, step).length + gap;
  const step = STEPS.find(fits);
  if (spanMs <= 0 || step === undefined) return [];
  const ticks: Tick[] = [];
  const first = Math.ceil(localTime(from) / step) * step;
  for (let local = first; ; local += step) {
    const at = local - (localTime(from) - from);
    // The clock may have been changed since the beginning of the axis.
    const exact = at - (localTime(at) - local);
    if (exact > until) return ticks;
    const column = Math.floor(((exact - from) * columns) / spanMs);
    if (column >= 0 && column < columns) ticks.push({ column, label: labelOf(exact, step) });
  }
}

const localTime = (at: number): number => at - new Date(at).getTimezoneOffset() * MINUTE_MS;

/** `14:05:30`, `14:05`, or the date at midnight and on an axis of days: `11-20`. */
function labelOf(at: number, step: number): string {
  const text = new Date(localTime(at)).toISOString();
  const isMidnight = text.slice(11, 19) === '00:00:00';
  if (step >= DAY_MS || isMidnight) return text.slice(5, 10);
  return text.slice(11, step < MINUTE_MS ? 19 : 16);
}

/** A value from a time on until the next step; null while it is unknown. */
export type Step = { readonly at: number; readonly value: number | null };

const SPANS: readonly number[] = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60].map((minutes) => minutes * MINUTE_MS);

export const LONGEST_SPAN_MS = 60 * MINUTE_MS;

/** The shortest time span that holds the known time, so that a picture is filled soon. */
export function spanHolding(knownMs: number): number {
  return SPANS.find((span) => span >= knownMs) ?? LONGEST_SPAN_MS;
}

type Window = { readonly until: number; readonly spanMs: number; readonly slots: number };

/**
 * The value of each slot, oldest first: of several the one that `pick` prefers. Slots begin at multiples of their
 * length, so a picture changes once a slot.
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
