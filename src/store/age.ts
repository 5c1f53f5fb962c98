import type { ServiceList } from '../contract/lists.ts';
import { ageInSteps } from '../lib/duration.ts';
import { isServiceList } from '../resources/index.ts';
import type { PaneName } from '../resources/rows.ts';
import { oldestOf, oldestRequest, requestedAt } from './list.ts';
import { oldestCounted } from './lists/counted-instances.ts';
import { rowsOnScreen } from './panes/on-screen.ts';
import { type ConsoleState, drawnLists, type Lists } from './state.ts';
import { hasEnded } from './targets.ts';

/** What a slow answer may take beyond the pace, in milliseconds. */
const SLOW_ANSWER_MS = 4000;
/** Age from which the rest of a list is told apart, in milliseconds. */
const REST_MS = 15_000;

/** The age up to which rows on screen are as new as promised, in milliseconds. */
export function promisedMs({ attended, pace }: Pick<ConsoleState, 'attended' | 'pace'>): number {
  return (attended ? pace.visibleMs : pace.hiddenMs) + SLOW_ANSWER_MS;
}

/** Milliseconds of the oldest row in view that can still change, and of the oldest row; null without one. */
export type Ages = { readonly inView: number | null; readonly rest: number | null };

/**
 * The ages of lists together. In view are the panes' windows and the instances that bids there count. A list without
 * such rows is in view while it is new enough, and else belongs to the rest.
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

/** Milliseconds, with the instances that a bid counts; null when unknown. */
export function ageOfRow(state: ConsoleState, name: PaneName, fid: string): number | null {
  if (!isServiceList(name)) return null;
  const lists = drawnLists(state);
  const own = lists[name].doubts.get(fid)?.known.at ?? null;
  const at = earlier(own, oldestShown(state, name, [fid], lists)) ?? requestedAt(lists[name], fid);
  return at === null ? null : Math.max(0, state.now - at);
}

/** Whether a row is older than promised, so may not be true. */
export function isOld(state: ConsoleState, name: PaneName, fid: string): boolean {
  if (state.shownInstead !== null || state.frozen !== null) return false;
  const age = ageOfRow(state, name, fid);
  return age !== null && age > promisedMs(state);
}

function oldestInView<Name extends ServiceList>(state: ConsoleState, name: Name, lists: Lists): number | null {
  const own = oldestLive(state, name, fidsOnScreen(state, name), lists);
  return name === 'instances' ? earlier(own, oldestJoined(state, fidsOnScreen(state, 'bids'), lists)) : own;
}

/** The oldest request for rows that can still change, with the instances that bids count; null without one. */
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
