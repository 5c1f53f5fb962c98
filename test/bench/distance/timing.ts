/** One measured time: when it began, in milliseconds since the measuring began, and how long it took. */
export type Timing = { readonly at: number; readonly ms: number };

export const durations = (timings: readonly Timing[]): readonly number[] => timings.map(({ ms }) => ms);

const MINUTE_MS = 60_000;

/** The most times that lie within one minute, wherever it begins. Times in milliseconds, in their order. */
export function mostInAMinute(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, time] of times.entries()) {
    while ((times[first] ?? time) <= time - MINUTE_MS) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
