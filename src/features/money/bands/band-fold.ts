import type { Interval } from '../../../lib/intervals.ts';
import { observedUntil, stepsUntil } from '../same-until.ts';
import { observedKey } from './bid-times.ts';
import { type Edges, edgesFrom, type Pair } from './edges.ts';
import { type KeptSweep, NOTHING_SWEPT, type PriceBounds, type Sweep, sweepFrom } from './price-bounds.ts';

/** Bounds of a pair in one currency over all time. */
export type WholeBand = PriceBounds & { readonly sign: string };

/** The sweeps of a pair, by currency, once everything before a time was swept: so many beginnings and ends. */
type Checkpoint = { readonly time: number; readonly edges: number; readonly sweeps: ReadonlyMap<string, KeptSweep> };

/** The bounds of a pair, what they were made of, and the times from which they can go on when later steps come, the first one first. */
export type BandFold = {
  readonly pair: Pair;
  readonly bands: readonly WholeBand[];
  readonly checkpoints: readonly Checkpoint[];
};

/** Beginnings and ends between two checkpoints, and the most of them. */
const EDGES_BETWEEN = 10_000;
const MOST_CHECKPOINTS = 12;

/** Whether two pairs have the same steps and gaps. */
export const isSamePair = (a: Pair, b: Pair): boolean =>
  a.bids.length === b.bids.length &&
  a.bids.every(({ steps }, n) => steps === b.bids[n]?.steps) &&
  a.observed.every((one, n) => observedKey(one) === observedKey(b.observed[n] ?? []));

/**
 * The bounds of a pair. They go on from those of earlier steps of the same bids, from the last checkpoint before what is new.
 * What comes after `settled` may still change with late steps, and is swept again the next time. Milliseconds since 1970.
 */
export function bandFold(pair: Pair, before: BandFold | null, settled: number): BandFold {
  const until = before === null ? Number.NEGATIVE_INFINITY : sameUntil(before.pair, pair);
  const checkpoints = (before?.checkpoints ?? []).filter(({ time }) => time <= until);
  const last = checkpoints.at(-1);
  const sweeps = new Map<string, Sweep>(Array.from(last?.sweeps ?? [], ([sign, kept]) => [sign, sweepFrom(kept)]));
  const edges = edgesFrom(pair, last?.time ?? Number.NEGATIVE_INFINITY);
  let count = last?.edges ?? 0;
  for (const end of [settled, Number.POSITIVE_INFINITY]) {
    for (let part = edges.next(end); part !== null; part = edges.next(end)) {
      swept(sweeps, part.bySign);
      count += part.count;
      const isFar = (from: Checkpoint | undefined): boolean => count - (from?.edges ?? 0) >= EDGES_BETWEEN;
      if (part.to > settled || (part.to < settled && !isFar(checkpoints.at(-1)))) continue;
      // The one before may be just before this one, which takes its place.
      if (checkpoints.length > 1 && !isFar(checkpoints.at(-2))) checkpoints.pop();
      const kept = new Map([...sweeps].map(([sign, sweep]) => [sign, sweep.kept()]));
      checkpoints.push({ time: part.to, edges: count, sweeps: kept });
      if (checkpoints.length > MOST_CHECKPOINTS) checkpoints.splice(1, 1);
    }
  }
  const signs = [...sweeps].sort(([a], [b]) => (a < b ? -1 : 1));
  return { pair, checkpoints, bands: signs.map(([sign, sweep]) => ({ sign, ...sweep.bounds() })) };
}

function swept(sweeps: Map<string, Sweep>, bySign: ReadonlyMap<string, readonly Edges[]>): void {
  for (const [sign, all] of bySign) {
    const sweep = sweeps.get(sign) ?? sweepFrom(NOTHING_SWEPT);
    sweeps.set(sign, sweep);
    for (const { at, ends, starts } of all) sweep.step(at, ends, starts);
  }
}

/** The time before which two pairs say the same, in milliseconds since 1970. */
function sameUntil(before: Pair, after: Pair): number {
  const known = new Map(before.bids.map((bid, n) => [bid.traits.bid, { bid, observed: before.observed[n] ?? [] }]));
  const observed = new Map<readonly Interval[], number>();
  let until = Number.POSITIVE_INFINITY;
  for (const [n, bid] of after.bids.entries()) {
    const one = known.get(bid.traits.bid);
    known.delete(bid.traits.bid);
    until = Math.min(until, stepsUntil(one?.bid.steps ?? [], bid.steps));
    const seen = after.observed[n] ?? [];
    if (one === undefined) continue;
    const same = observed.get(seen) ?? observedUntil(one.observed, seen);
    observed.set(seen, same);
    until = Math.min(until, same);
  }
  return known.size > 0 ? Number.NEGATIVE_INFINITY : until;
}
