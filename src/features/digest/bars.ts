import { gapsIn, type Interval, joined, within } from '../../lib/intervals.ts';
import {
  type BidRecord,
  type BidRecords,
  type BidStanding,
  type BidStep,
  LONGEST_GAP_MS,
} from '../money/bid-record.ts';
import { possibleIn } from '../money/spend.ts';
import type { BidDigest } from './digest.ts';

/** How a bid stood. In `unknown` time nobody had looked, or the bid changed between two looks that are far apart. */
export type BarKind = 'running' | 'partly' | 'out' | 'paused' | 'unknown';

/** A time in which a bid stood in one way. */
export type Stretch = Interval & { readonly kind: BarKind };

/** A bid over a time. Where it has no stretch it was not there. `name` is empty for a bid without one. */
export type Bar = { readonly name: string; readonly project: string; readonly stretches: readonly Stretch[] };

/** The bars of some bids, most affected first, and the number of those that are left out. */
export type Bars = { readonly shown: readonly Bar[]; readonly more: number };

/**
 * The bids that a digest names, in its order, and then those that were there in the time, longest out first. What is drawn comes
 * from the records that costs are computed from.
 */
export function barsOf(bids: readonly BidDigest[], { records }: BidRecords, time: Interval, most: number): Bars {
  const named = new Map(bids.map(({ fid }, n) => [fid, n]));
  const recorded = records.flatMap((record) => stretchesOfRecord(record, time));
  const known = new Set(records.flatMap((record) => record.bids.map(({ traits }) => traits.bid)));
  const nameOf = new Map(bids.map(({ fid, name }) => [fid, name]));
  const unrecorded = bids
    .filter(({ fid }) => !known.has(fid))
    .map(({ fid, project }) => ({
      fid,
      name: '',
      project: project ?? '',
      stretches: [{ ...time, kind: 'unknown' as const }],
    }));
  const all = [...recorded, ...unrecorded]
    .filter(({ fid, stretches }) => named.has(fid) || stretches.some(({ kind }) => kind !== 'unknown'))
    .map((one) => ({ ...one, place: named.get(one.fid) ?? bids.length, outMs: outMs(one.stretches) }))
    .toSorted(
      (a, b) => a.place - b.place || b.outMs - a.outMs || (`${a.name} ${a.fid}` < `${b.name} ${b.fid}` ? -1 : 1),
    );
  return {
    shown: all.slice(0, most).map(({ fid, name, project, stretches }) => ({
      name: withoutFid(nameOf.get(fid) ?? name, fid),
      project,
      stretches,
    })),
    more: Math.max(0, all.length - most),
  };
}

/** The name of a bid; empty when its identifier stands for it. */
export const withoutFid = (name: string, fid: string): string => (name === fid ? '' : name);

const outMs = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { from, to, kind }) => (kind === 'out' || kind === 'partly' ? sum + to - from : sum), 0);

function stretchesOfRecord({ project, bids, observed }: BidRecord, time: Interval) {
  const gaps = gapsIn(observed, time);
  return bids.flatMap(({ traits, steps }) => {
    const stretches = stretchesOf(steps, gaps, time);
    return stretches.length === 0 ? [] : [{ fid: traits.bid, name: traits.name, project, stretches }];
  });
}

/** How a bid stood over a time, as far as that is known; none of a bid that had ended before. */
function stretchesOf(steps: readonly BidStep[], gaps: readonly Interval[], time: Interval): readonly Stretch[] {
  const own = possibleIn(steps, time);
  const last = own.at(-1);
  // What has ended does not come back, so nothing is missing of it.
  const whole = { from: time.from, to: last === undefined || kindOf(last) !== null ? time.to : last.at };
  const late = own.flatMap(({ at, since }) => (at - since > LONGEST_GAP_MS ? [{ from: since, to: at }] : []));
  const unknown = within(joined([...gaps, ...late]), whole);
  const seen = own.flatMap((step, n): readonly Stretch[] => {
    const kind = kindOf(step);
    const from = Math.max(step.at, time.from);
    const to = Math.min(own[n + 1]?.at ?? time.to, time.to);
    return kind === null || to <= from ? [] : gapsIn(unknown, { from, to }).map((part) => ({ ...part, kind }));
  });
  return [...seen, ...unknown.map((part): Stretch => ({ ...part, kind: 'unknown' }))];
}

/** How a standing is drawn; null for a bid that has ended. */
function kindOf({ state, quantity, running }: BidStanding): BarKind | null {
  if (state === 'ended' && running === 0) return null;
  if (state === 'paused') return 'paused';
  if (running > 0) return running >= (quantity ?? running) ? 'running' : 'partly';
  return 'out';
}
