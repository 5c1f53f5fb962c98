import { percentile, round } from '../statistics.ts';
import type { Figures } from './figures.ts';
import type { Timing } from './timing.ts';

const MINUTE_MS = 60_000;
/** Shortest measuring that is shown minute by minute, in seconds. */
export const MINUTES_FROM = 120;

/** The figures that are shown minute by minute. */
type OfMinutes = Pick<Figures, 'changes' | 'requests' | 'seconds'> & {
  readonly preemptions: { readonly ended: readonly Timing[] };
  readonly ages: Pick<Figures['ages'], 'bids' | 'instances'>;
};

/** The cells of a table with the worst of each minute, in milliseconds, and its requests. */
export function minuteCells({
  changes,
  preemptions,
  ages,
  requests,
  seconds,
}: OfMinutes): readonly (readonly string[])[] {
  const minutes = Array.from({ length: Math.ceil((seconds * 1000) / MINUTE_MS) }, (_, n) => n);
  const isIn = (at: number, minute: number): boolean => Math.floor(at / MINUTE_MS) === minute;
  const worst = (timings: readonly Timing[], minute: number): string => {
    const own = timings.filter(({ at }) => isIn(at, minute)).map(({ ms }) => ms);
    return own.length === 0 ? '' : String(round(percentile(own, 1)));
  };
  return [
    ['minute', 'bid', 'instance', 'ended', 'preemption', 'age of bids', 'age of instances', 'requests'],
    ...minutes.map((minute) => [
      String(minute + 1),
      worst(changes.bids, minute),
      worst(changes.instances, minute),
      worst(changes.ended, minute),
      worst(preemptions.ended, minute),
      worst(ages.bids, minute),
      worst(ages.instances, minute),
      String(requests.filter((at) => isIn(at, minute)).length),
    ]),
  ];
}
