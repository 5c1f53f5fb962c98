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

/** Returns when the rows of a pane were requested: the oldest on screen that can still change, or else the list. Null before. */
export function rowsRequestedAt(state: ConsoleState, name: PaneName): number | null {
  if (!isServiceList(name)) return null;
  const { fetchedAt, partialSince } = drawnLists(state)[name];
  return oldestOnScreen(state, name) ?? fetchedAt ?? partialSince;
}

/** Returns the age of a pane's rows, and that of the complete list when it is much older: `2s, all 48s`. */
export function ageOfRows(state: ConsoleState, name: PaneName): string {
  const at = rowsRequestedAt(state, name);
  if (at === null) return '';
  const age = state.now - at;
  const { fetchedAt } = drawnLists(state)[name];
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
