import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts';

const STEPS: readonly number[] = [
  ...[10_000, 15_000, 30_000],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 5, 10, 30].map((days) => days * DAY_MS),
];

export type Tick = { readonly column: number; readonly label: string };

/** At round local times, with room for labels. */
export function ticksOf(from: number, until: number, columns: number, gap: number): readonly Tick[] {
  const spanMs = until - from;
  const fits = (step: number): boolean => Math.floor((step * columns) / spanMs) >= labelOf(from, step).length + gap;
  const step = STEPS.find(fits);
  if (spanMs <= 0 || step === undefined) return [];
  const ticks: Tick[] = [];
  const first = Math.ceil(localTime(from) / step) * step;
  for (let local = first; ; local += step) {
    const at = local - (localTime(from) - from);
    // The clock may have changed since the axis began.
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
