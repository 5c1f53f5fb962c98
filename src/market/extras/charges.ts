import type { PriceEntry, StateEntry } from '../engine/history.ts';
import { CENT } from '../engine/spot-price.ts';
import { priceEntryAt } from './parts.ts';

/** An instance pays the spot price as it was at the last whole five minutes, and at most the limit price of its bid. In milliseconds. */
const PERIOD = 5 * 60_000;

/** Per hour; `until` is null while it goes on. */
export type Charge = { readonly cents: number; readonly from: number; readonly until: number | null };

/** A limit price since a time, in millionths. */
export type LimitSince = { readonly at: number; readonly limit: bigint };

type Prices = {
  readonly entries: readonly PriceEntry[];
  /** Of its pool among the prices. */
  readonly place: number;
  /** Of its bid, oldest first. */
  readonly limits: readonly LimitSince[];
  readonly now: number;
};

/** What one instance was charged, oldest first; nothing for a time without known prices. */
export function chargesOf(states: readonly StateEntry[], prices: Prices): readonly Charge[] {
  return runsOf(states).flatMap((run) => chargesOfRun(run, prices));
}

type Run = { readonly from: number; readonly until: number | null };

/** While it runs, and while it is preempted after it ran; its start is free. */
function runsOf(states: readonly StateEntry[]): readonly Run[] {
  const runs: Run[] = [];
  let from: number | null = null;
  for (const { at, status } of states) {
    const goesOn = status === 'STATUS_RUNNING' || (status === 'STATUS_PREEMPTING' && from !== null && from < at);
    if (goesOn) from ??= at;
    else if (from !== null) {
      runs.push({ from, until: at });
      from = null;
    }
  }
  return from === null ? runs : [...runs, { from, until: null }];
}

function chargesOfRun(run: Run, { entries, place, limits, now }: Prices): readonly Charge[] {
  const from = Math.max(run.from, entries[0]?.at ?? now);
  const until = run.until ?? now;
  if (run.until !== null && from >= run.until) return [];
  const steps = new Set([from]);
  for (let at = (Math.floor(from / PERIOD) + 1) * PERIOD; at < until; at += PERIOD) steps.add(at);
  for (const { at } of limits) if (at > from && at < until) steps.add(at);
  const charges: Charge[] = [];
  for (const at of [...steps].sort((a, b) => a - b)) {
    const pricedAt = Math.max(from, Math.floor(at / PERIOD) * PERIOD);
    const price = entries[priceEntryAt(entries, pricedAt)]?.cents[place];
    if (price === undefined) continue;
    const cents = Math.min(price, limitAt(limits, at));
    const last = charges.at(-1);
    if (last?.cents === cents) continue;
    if (last !== undefined) charges[charges.length - 1] = { ...last, until: at };
    charges.push({ cents, from: at, until: null });
  }
  const last = charges.at(-1);
  if (last !== undefined) charges[charges.length - 1] = { ...last, until: run.until };
  return charges;
}

/** In whole cents. */
function limitAt(limits: readonly LimitSince[], at: number): number {
  const known = limits.findLast((limit) => limit.at <= at) ?? limits[0];
  return known === undefined ? Number.POSITIVE_INFINITY : Number(known.limit / CENT);
}
