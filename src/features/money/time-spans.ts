import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/duration.ts';

/** Time spans of pictures over time, in milliseconds, shortest first. No gap between two is so large that a picture is mostly empty. */
const SPANS: readonly number[] = [
  ...[0.5, 1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 4, 7, 14, 30, 60, 90].map((days) => days * DAY_MS),
];
/** Longest initial time span, in milliseconds. */
const USUAL_SPAN_MS = DAY_MS;

/** The initial time span of a picture of which so much time is known: the shortest that holds it, up to a day. In milliseconds. */
export const spanFor = (knownMs: number): number =>
  SPANS.find((span) => span >= knownMs && span <= USUAL_SPAN_MS) ?? USUAL_SPAN_MS;

/** The next longer or shorter time span; the same one at either end. */
export function spanBeside(spanMs: number, by: 1 | -1): number {
  return SPANS[SPANS.indexOf(spanMs) + by] ?? spanMs;
}
