import type { ServiceList } from '../../contract/lists.ts';
import { shortDuration } from '../../lib/duration.ts';
import { isServiceList } from '../../resources/index.ts';
import type { PaneName } from '../../resources/rows.ts';
import { hasEnded, oldestOnScreen } from '../parts/targets.ts';
import { type ConsoleState, drawnLists } from '../state.ts';
import { DEFAULT_PACE } from '../sync/defaults.ts';
import { requestedAt } from './list.ts';

/** Refreshes that a row may miss before it is drawn as old. */
const MISSED_REFRESHES = 3;
/** Age in milliseconds, and times the age of the rows on screen, from which on the age of the complete list is shown too. */
const LIST_AGE_MS = 15_000;
const LIST_AGE_TIMES = 3;

/**
 * Returns when the rows were requested that keep a list up to date: the oldest on screen that can still change. Without one it
 * is the last request for any of them. Null before the first complete list.
 */
export function refreshedAt(state: ConsoleState, name: ServiceList): number | null {
  const { fetchedAt, observed } = drawnLists(state)[name];
  return fetchedAt === null ? null : (oldestOnScreen(state, name) ?? Math.max(fetchedAt, observed.requestedAt));
}

/** Returns the age of a pane's rows, and that of the complete list when it is much older: `2s, all 48s`. */
export function ageOfRows(state: ConsoleState, name: PaneName): string {
  if (!isServiceList(name)) return '';
  const { fetchedAt, partialSince } = drawnLists(state)[name];
  const at = oldestOnScreen(state, name) ?? fetchedAt ?? partialSince;
  if (at === null) return '';
  const age = state.now - at;
  const ofList = fetchedAt === null ? 0 : state.now - fetchedAt;
  return ofList < LIST_AGE_MS || ofList < age * LIST_AGE_TIMES
    ? shortDuration(age)
    : `${shortDuration(age)}, all ${shortDuration(ofList)}`;
}

/** Whether a row that can still change has missed three refreshes, so that it may no longer be true. */
export function isOld(state: ConsoleState, name: PaneName, fid: string): boolean {
  if (!isServiceList(name) || state.replay !== null || state.frozen !== null) return false;
  const list = state.lists[name];
  const at = requestedAt(list, fid);
  const patience = MISSED_REFRESHES * Math.max(list.intervalMs, DEFAULT_PACE.visibleMs);
  return at !== null && state.now - at > patience && !hasEnded(state, name, fid);
}
