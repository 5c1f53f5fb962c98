import { MINUTE_MS, shortDuration } from '../../../lib/duration.ts';
import type { RuleAction } from './decision.ts';
import type { ReadTimes, RuleView } from './view.ts';

/** How old may be what a rule decides from, in milliseconds since it was requested. */
export type Needs = {
  /** The bids that it changes, and the one that a new bid is like. */
  readonly bidMs: number;
  /** All instances of the bids that it changes; null for a rule that does not look at them. */
  readonly instancesMs: number | null;
  /** The complete lists: which bids there are, and the sum over them. */
  readonly listsMs: number;
};

/**
 * The usual needs. Complete lists of the largest fleets come every few minutes, and their rows may be twice as old before the next ones: the
 * bids that a rule changes are read in between, and its sums may be that old.
 */
export const BID_MS = 15_000;
export const INSTANCES_MS = 30_000;
export const LISTS_MS = 10 * MINUTE_MS;

/** The times of rows that were all read at one moment. */
export const readAtOnce = (at: number): ReadTimes => ({
  listsAt: at,
  bidAt: () => at,
  instancesAt: () => at,
  showsPlaced: true,
});

/** What a rule waits for: words that say what was read too long ago, and when that was requested; null when the words say all. */
export type Waits = {
  /** `train-a was`, before when it was last read; or a whole sentence without its period. */
  readonly words: string;
  readonly old: { readonly at: number; readonly needMs: number; readonly what: 'bids' | 'instances' | 'lists' } | null;
};

/** What a rule waits for as a sentence without its period. */
export function waitsText({ words, old }: Waits, now: number): string {
  if (old === null) return words;
  const { at, needMs, what } = old;
  const [age, need] = [shortDuration(now - at), shortDuration(needMs)];
  const since = at > now ? 'before the clock was set back' : `${age === need ? 'more than ' : ''}${age} ago`;
  return `${words} last read ${since}, and it decides on ${what} at most ${need} old`;
}

/** What a rule that decides on prices waits for while they are computed. */
export const PRICES_COMPUTED: Waits = { words: 'the prices of the last days are still being computed', old: null };

/** Why a rule can decide nothing from the complete lists; null when it can. */
export function waitsForLists({ listsMs: needMs }: Needs, { now, read }: RuleView): Waits | null {
  if (isNewEnough(read.listsAt, needMs, now)) return null;
  return { words: 'the complete lists were', old: { at: read.listsAt, needMs, what: 'lists' } };
}

/** What the actions of a rule wait for, and the fids of the bids that have to be read. */
export type WaitsForRows = { readonly waits: Waits; readonly bids: readonly string[] };

/** Why a rule can not do some of its actions with the rows that they are about; null when it can do all. */
export function waitsForRows(
  { bidMs, instancesMs }: Needs,
  actions: readonly RuleAction[],
  { now, read, bids }: RuleView,
): WaitsForRows | null {
  if (actions.some((action) => action.kind === 'place') && !read.showsPlaced)
    return { waits: { words: 'the complete list of bids was not read since a bid was placed', old: null }, bids: [] };
  const about = actions.map((action) => (action.kind === 'place' ? action.like : action.fid));
  const changed = actions.flatMap((action) => (action.kind === 'place' ? [] : action.fid));
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

/** The view of a rule that leaves alone what has to be read first, as if it were busy. */
export function viewWithout(fids: readonly string[], view: RuleView): RuleView {
  const left = new Set(fids);
  const bids = [...view.bids].map(([fid, bid]) => [fid, left.has(fid) ? { ...bid, isBusy: true } : bid] as const);
  return { ...view, bids: new Map(bids) };
}

/** The rows that are too old, and the oldest time among them. */
function oldest(
  fids: readonly string[],
  readAt: (fid: string) => number,
  needMs: number,
  now: number,
): { readonly fids: readonly string[]; readonly at: number } {
  const old = fids.filter((fid) => !isNewEnough(readAt(fid), needMs, now));
  return { fids: old, at: old.reduce((at, fid) => Math.min(at, readAt(fid)), Number.POSITIVE_INFINITY) };
}

// A clock that was set back makes rows look as if they were of the future.
const isNewEnough = (at: number, needMs: number, now: number): boolean => Math.abs(now - at) <= needMs;

const namesOf = ([first = '', ...more]: readonly string[]): string =>
  more.length === 0 ? first : `${first} and ${more.length} more`;
