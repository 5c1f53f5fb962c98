import { MINUTE_MS, shortDuration } from '../../../lib/duration.ts';
import { fidOf, type RuleAction } from './decision.ts';
import type { ReadTimes, RuleView } from './view.ts';

/** Longest age of what a rule decides from, since its request. */
export type Needs = {
  /** The bids it changes, and the copied one. */
  readonly bidMs: number;
  /** All instances of the bids it changes. */
  readonly instancesMs: number | null;
  /** Which bids there are, and sums over them. */
  readonly listsMs: number;
};

/** Complete lists of the largest fleets are minutes old; the bids to change are read in between. */
export const BID_MS = 15_000;
export const INSTANCES_MS = 30_000;
export const LISTS_MS = 10 * MINUTE_MS;

export const readAtOnce = (at: number): ReadTimes => ({
  listsAt: at,
  bidAt: () => at,
  instancesAt: () => at,
  showsPlaced: true,
});

/** What a rule waits for: `words` before its age, or a whole clause without `old`. */
export type Waits = {
  /** `train-a was` */
  readonly words: string;
  readonly old: { readonly at: number; readonly needMs: number; readonly what: 'bids' | 'instances' | 'lists' } | null;
};

/** A clause without a period. */
export function waitsText({ words, old }: Waits, now: number): string {
  if (old === null) return words;
  const { at, needMs, what } = old;
  const [age, need] = [shortDuration(now - at), shortDuration(needMs)];
  const since = at > now ? 'before the clock was set back' : `${age === need ? 'more than ' : ''}${age} ago`;
  return `${words} last read ${since}, and it decides on ${what} at most ${need} old`;
}

export const PRICES_COMPUTED: Waits = { words: 'the prices of the last days are still being computed', old: null };

export function waitsForLists({ listsMs: needMs }: Needs, { now, read }: RuleView): Waits | null {
  if (isNewEnough(read.listsAt, needMs, now)) return null;
  return { words: 'the complete lists were', old: { at: read.listsAt, needMs, what: 'lists' } };
}

/** `bids`: those to be read. */
export type WaitsForRows = { readonly waits: Waits; readonly bids: readonly string[] };

/** Why a rule can't do some of its actions with the present rows. */
export function waitsForRows(
  { bidMs, instancesMs }: Needs,
  actions: readonly RuleAction[],
  { now, read, bids }: RuleView,
): WaitsForRows | null {
  if (actions.some((action) => action.kind === 'place') && !read.showsPlaced)
    return { waits: { words: 'the complete list of bids was not read since a bid was placed', old: null }, bids: [] };
  const about = actions.map((action) => (action.kind === 'place' ? action.like : action.fid));
  const changed = actions.flatMap((action) => fidOf(action) ?? []);
  const own = oldest(about, read.bidAt, bidMs, now);
  const instances = oldest(changed, read.instancesAt, instancesMs ?? Number.POSITIVE_INFINITY, now);
  const fids = [...new Set([...own.fids, ...instances.fids])];
  const names = (of: readonly string[]): string => namesOf(of.map((fid) => bids.get(fid)?.name ?? fid));
  if (own.fids.length > 0) {
    const words = `${names(own.fids)} ${own.fids.length === 1 ? 'was' : 'were'}`;
    return { waits: { words, old: { at: own.at, needMs: bidMs, what: 'bids' } }, bids: fids };
  }
  if (instances.fids.length === 0 || instancesMs === null) return null;
  const words = `the instances of ${names(instances.fids)} were`;
  return { waits: { words, old: { at: instances.at, needMs: instancesMs, what: 'instances' } }, bids: fids };
}

/** The view with some bids left alone, as if they were busy. */
export function viewWithout(fids: readonly string[], view: RuleView): RuleView {
  const left = new Set(fids);
  if (left.size === 0) return view;
  const bids = [...view.bids].map(([fid, bid]) => [fid, left.has(fid) ? { ...bid, isBusy: true } : bid] as const);
  return { ...view, bids: new Map(bids) };
}

function oldest(
  fids: readonly string[],
  readAt: (fid: string) => number,
  needMs: number,
  now: number,
): { readonly fids: readonly string[]; readonly at: number } {
  const old = fids.filter((fid) => !isNewEnough(readAt(fid), needMs, now));
  return { fids: old, at: old.reduce((at, fid) => Math.min(at, readAt(fid)), Number.POSITIVE_INFINITY) };
}

// Rows look newer than now after the clock was set back.
const isNewEnough = (at: number, needMs: number, now: number): boolean => Math.abs(now - at) <= needMs;

const namesOf = ([first = '', ...more]: readonly string[]): string =>
  more.length === 0 ? first : `${first} and ${more.length} more`;

/** After a longer gap nothing ran the rule, the machine slept, or the clock was changed. */
const GAP_MS = 5 * MINUTE_MS;

/** The unseen time between two decisions, negative when the clock was set back; 0 without a gap. */
export function unseenBetween(seenAt: number | null, now: number): number {
  const ms = seenAt === null ? 0 : now - seenAt;
  return Math.abs(ms) > GAP_MS ? ms : 0;
}

/** Written once a minute rather than with each decision. */
export const seenMinute = (now: number): number => Math.floor(now / MINUTE_MS) * MINUTE_MS;
