import { MINUTE_MS } from '../../../lib/duration.ts';
import type { Interval } from '../../../lib/intervals.ts';
import type { Charge } from '../bid-record.ts';

/** Charges are kept by quarter hours: hours and days begin with one in every time zone. In milliseconds. */
const QUARTER_MS = 15 * MINUTE_MS;

/** What one instance was charged an hour, in millionths of a dollar. */
export type InstanceRate = Interval & { readonly micros: bigint };

/** A change at a time: of the number of charged instances, and of their rates together. */
type Turn = { count: number; micros: bigint };

/** The charges of a bid's instances in a time, together for each quarter hour and number of instances. */
export function chargesOf(rates: readonly InstanceRate[], { from, to }: Interval): readonly Charge[] {
  const turns = new Map<number, Turn>();
  const turn = (at: number, count: number, micros: bigint): void => {
    const known = turns.get(at) ?? { count: 0, micros: 0n };
    known.count += count;
    known.micros += micros;
    turns.set(at, known);
  };
  for (const rate of rates) {
    const [begins, ends] = [Math.max(rate.from, from), Math.min(rate.to, to)];
    if (ends <= begins) continue;
    turn(begins, 1, rate.micros);
    turn(ends, -1, -rate.micros);
  }
  const charges: { from: number; to: number; instances: number; microMs: bigint }[] = [];
  let [at, count, micros] = [from, 0, 0n];
  const add = (until: number): void => {
    for (let next = at; count > 0 && next < until; ) {
      const end = Math.min(until, quarterAt(next) + QUARTER_MS);
      const last = charges.at(-1);
      const microMs = micros * BigInt(end - next);
      if (last?.to === next && last.instances === count && quarterAt(last.from) === quarterAt(next)) {
        last.to = end;
        last.microMs += microMs;
      } else charges.push({ from: next, to: end, instances: count, microMs });
      next = end;
    }
  };
  for (const [time, change] of [...turns].sort(([a], [b]) => a - b)) {
    add(time);
    at = time;
    count += change.count;
    micros += change.micros;
  }
  return charges;
}

const quarterAt = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;
