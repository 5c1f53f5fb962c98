/** A time that something took, in milliseconds; when it had not yet happened, the time that it was seen not to happen. */
export type TimeSpan = { readonly ms: number; readonly happened: boolean };

/** Least number of times that a median is computed from. */
const LEAST = 3;

/** Returns the median time until something happens; those that still wait count as at least as long as they were seen. Null when too few were seen. */
export function medianTime(spans: readonly TimeSpan[]): number | null {
  if (spans.filter(({ happened }) => happened).length < LEAST) return null;
  const sorted = [...spans].sort((a, b) => a.ms - b.ms || Number(b.happened) - Number(a.happened));
  let left = 1;
  for (const [n, { ms, happened }] of sorted.entries()) {
    // The estimate of Kaplan and Meier.
    if (happened) left *= 1 - 1 / (sorted.length - n);
    if (left <= 0.5) return ms;
  }
  return null;
}
