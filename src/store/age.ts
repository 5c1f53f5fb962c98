import type { Instance } from '../contract/instance.ts';
import type { ServiceList } from '../contract/lists.ts';
import { ageInSteps } from '../lib/duration.ts';
import type { OfBid } from '../resources/context.ts';
import { isServiceList, serviceResources } from '../resources/index.ts';
import { instancesByBid } from '../resources/parts/joins.ts';
import type { ServiceResource } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import { isReadWhole, type List, oldestOf, oldestRequest, requestedAt } from './list.ts';
import { differOnlyIn, rowsOnScreen, visibleLists } from './panes/on-screen.ts';
import { type ConsoleState, drawnLists, type Lists } from './state.ts';
import { hasEnded } from './targets.ts';

/** A slow answer's time beyond the pace, in milliseconds. */
const SLOW_ANSWER_MS = 4000;
const REST_MS = 15_000;

/** Rows on screen up to this age are as new as promised. In milliseconds. */
export function promisedMs({ attended, pace }: Pick<ConsoleState, 'attended' | 'pace'>): number {
  return (attended ? pace.visibleMs : pace.hiddenMs) + SLOW_ANSWER_MS;
}

/** In milliseconds: the oldest changeable row in view, and the oldest of all. */
export type Ages = { readonly inView: number | null; readonly rest: number | null };

/**
 * In view are the panes' windows and the instances counted by bids there. A list without such rows is in view while new
 * enough, else in the rest.
 */
export function agesInView(state: ConsoleState, names: readonly ServiceList[], lists: Lists): Ages {
  const isNew = (at: number): boolean => state.now - at <= promisedMs(state);
  const oldest = names.flatMap((name) => oldestRequest(lists[name]) ?? []);
  const inView = names.flatMap((name) => {
    const whole = oldestRequest(lists[name]);
    return oldestInView(state, name, lists) ?? (whole !== null && isNew(whole) ? whole : []);
  });
  return { inView: ageSince(state, inView), rest: ageSince(state, [...inView, ...oldest]) };
}

const ageSince = ({ now }: Pick<ConsoleState, 'now'>, times: readonly number[]): number | null =>
  times.length === 0 ? null : Math.max(0, now - Math.min(...times));

/** None when the age in view says enough. */
export function restWords({ inView, rest }: Ages): readonly string[] {
  if (rest === null || (inView !== null && (rest < REST_MS || rest <= inView))) return [];
  const text = ageInSteps(rest);
  return inView !== null && text === ageInSteps(inView) ? [] : [`others ${text}`];
}

/** The age of a pane's rows, and of the rest when much older: `2s, others 50s`. */
export function ageOfRows(state: ConsoleState, name: PaneName): string {
  if (!isServiceList(name)) return '';
  const lists = drawnLists(state);
  const oldest = oldestRequest(lists[name]);
  if (oldest === null) return '';
  const rows = fidsOnScreen(state, name);
  const at = earlier(oldestOf(lists[name], rows), oldestShown(state, name, rows, lists)) ?? oldest;
  const ages = { inView: Math.max(0, state.now - at), rest: state.now - oldest };
  return [ageInSteps(ages.inView), ...restWords(ages)].join(', ');
}

/** In milliseconds, with the instances counted by a bid; null when unknown. */
export function ageOfRow(state: ConsoleState, name: PaneName, fid: string): number | null {
  if (!isServiceList(name)) return null;
  const lists = drawnLists(state);
  const own = lists[name].doubts.get(fid)?.known.at ?? null;
  const at = earlier(own, oldestShown(state, name, [fid], lists)) ?? requestedAt(lists[name], fid);
  return at === null ? null : Math.max(0, state.now - at);
}

export function isOld(state: ConsoleState, name: PaneName, fid: string): boolean {
  if (state.shownInstead !== null || state.frozen !== null) return false;
  const age = ageOfRow(state, name, fid);
  return age !== null && age > promisedMs(state);
}

function oldestInView<Name extends ServiceList>(state: ConsoleState, name: Name, lists: Lists): number | null {
  const own = oldestLive(state, name, fidsOnScreen(state, name), lists);
  return name === 'instances' ? earlier(own, oldestJoined(state, fidsOnScreen(state, 'bids'), lists)) : own;
}

/** The oldest request for changeable rows and the instances counted by bids; null without one. */
export function oldestShown(
  state: ConsoleState,
  name: ServiceList,
  fids: readonly string[],
  lists: Lists,
): number | null {
  const own = oldestLive(state, name, fids, lists);
  return name === 'bids' ? earlier(own, oldestJoined(state, fids, lists)) : own;
}

const fidsOnScreen = <Name extends ServiceList>(state: ConsoleState, name: Name): readonly string[] =>
  rowsOnScreen(state, name).map(({ row }): string => row.fid);

const oldestJoined = (state: ConsoleState, bids: readonly string[], { instances }: Lists): number | null =>
  bids
    .filter((bid) => !hasEnded(state, 'bids', bid))
    .reduce<number | null>((at, bid) => earlier(at, oldestCounted(instances, bid)), null);

/** Gone rows are drawn as gone, ended ones are read seldom, those in doubt were just read: each says its own age. */
const oldestLive = (state: ConsoleState, name: ServiceList, fids: readonly string[], lists: Lists): number | null =>
  oldestOf(
    lists[name],
    fids.filter((fid) => !hasEnded(state, name, fid) && !lists[name].doubts.has(fid)),
  );

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** The oldest request for live bids and instances; null while rows may be missing. */
export function wholeReadTo({ bids, instances }: Lists): number | null {
  if ([bids, instances].some((list) => !isReadWhole(list)) || instances.unreadable.length > 0) return null;
  return Math.min(readTo('bids', bids), readTo('instances', instances));
}

export function readTo<Name extends ServiceList>(name: Name, list: List<Rows[Name]>): number {
  const { hasEnded = never }: Pick<ServiceResource<Name>, 'hasEnded'> = serviceResources[name];
  const complete = list.fetchedAt ?? Number.NEGATIVE_INFINITY;
  if (list.newer.size === 0) return complete;
  let time = Number.POSITIVE_INFINITY;
  for (const [fid, { row }] of list.rows) {
    if (time <= complete) break;
    if (!hasEnded(row)) time = Math.min(time, requestedAt(list, fid) ?? complete);
  }
  return Number.isFinite(time) ? Math.max(time, complete) : complete;
}

const never = (): boolean => false;

const OF_READING: ReadonlySet<string> = new Set<keyof List<unknown>>([
  'observed',
  'fetchedAt',
  'sequence',
  'until',
  'intervalMs',
  'newer',
  'ofBids',
]);

/** Whether the same rows were only read again while those in view were new enough: the next tick shows their age. */
export function onlyReadAgain(before: ConsoleState, after: ConsoleState): boolean {
  if (!differOnlyIn(before, after, ['lists', 'samples'])) return false;
  const { inView } = agesInView(before, [...visibleLists(before)], drawnLists(before));
  return (
    inView !== null &&
    inView <= promisedMs(before) &&
    after.features.paneNames.every((name) => sameRows(before.lists[name], after.lists[name]))
  );
}

function sameRows(before: List<unknown>, after: List<unknown>): boolean {
  if (before === after) return true;
  if (before.fetchedAt === null) return false;
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).every(
    ([member, value]) => OF_READING.has(member) || known.get(member) === value || areEmpty(known.get(member), value),
  );
}

/** An arrival replaces empty collections by new empty ones. */
const areEmpty = (before: unknown, after: unknown): boolean => isEmpty(before) && isEmpty(after);

const isEmpty = (value: unknown): boolean =>
  value instanceof Map ? value.size === 0 : Array.isArray(value) && value.length === 0;

/** Kept because a bid may have a thousand instances. */
const live = new WeakMap<OfBid, readonly string[]>();
const oldest = new WeakMap<List<Instance>, Map<string, number | null>>();

function oldestCounted(instances: List<Instance>, bid: string): number | null {
  const known = oldest.get(instances) ?? new Map<string, number | null>();
  oldest.set(instances, known);
  const before = known.get(bid);
  if (before !== undefined) return before;
  const ofBid = instancesByBid(instances).get(bid);
  const at = ofBid === undefined ? null : oldestOf(instances, liveIn(ofBid));
  known.set(bid, at);
  return at;
}

function liveIn(ofBid: OfBid): readonly string[] {
  const known = live.get(ofBid);
  if (known !== undefined) return known;
  const { hasEnded } = serviceResources.instances;
  const fids = ofBid.all.filter((row) => hasEnded?.(row) !== true).map(({ fid }): string => fid);
  live.set(ofBid, fids);
  return fids;
}
