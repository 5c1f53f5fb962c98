import { firstWhere, type Interval } from '../../lib/intervals.ts';
import { DEFAULT_SIGN } from '../../lib/money.ts';
import type { Charge } from './bid-record.ts';

/** The charges in a time; of one that lies partly in it the same part. */
export function chargedIn(charges: readonly Charge[], { from, to }: Interval) {
  let microMs = 0n;
  let runningMs = 0;
  for (let n = firstWhere(charges, (one) => one.to > from); n < charges.length; n++) {
    const one = charges[n];
    if (one === undefined || one.from >= to) break;
    const ms = Math.min(one.to, to) - Math.max(one.from, from);
    microMs += (one.microMs * BigInt(ms)) / BigInt(one.to - one.from);
    runningMs += one.instances * ms;
  }
  return { costs: microMs === 0n ? [] : [{ sign: DEFAULT_SIGN, microMs }], runningMs };
}

/** A time in which so many of the running instances were not charged. */
type Missing = Interval & { readonly count: number };

/** Where fewer instances were charged than ran. */
export function missingIn(charges: readonly Charge[], running: number, { from, to }: Interval): readonly Missing[] {
  const missing: Missing[] = [];
  const add = (until: number, count: number, start: number): void => {
    if (count > 0 && until > start) missing.push({ from: start, to: until, count });
  };
  let at = from;
  for (let n = firstWhere(charges, (one) => one.to > from); n < charges.length; n++) {
    const one = charges[n];
    if (one === undefined || one.from >= to) break;
    add(one.from, running, at);
    add(Math.min(one.to, to), running - one.instances, Math.max(at, one.from));
    at = Math.min(one.to, to);
  }
  add(to, running, at);
  return missing;
}
