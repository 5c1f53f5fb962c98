import type { ListedRow } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { serviceLists } from '../../resources/index.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { linesBetween } from '../lists/group-rows.ts';
import { visibleRows } from '../lists/visible-rows.ts';
import type { ConsoleState } from '../state.ts';
import { windowOf } from './cursor.ts';
import { panesShown } from './layout.ts';

/** Lists that are polled together: a bid's running count comes from the instances, an instance's bid from the bids. */
const JOINED: readonly ServiceList[] = ['bids', 'instances'];

/** The lists on screen, in a pane of their own or joined into one; without a screen those that the program reads. */
export function visibleLists(state: ConsoleState): ReadonlySet<ServiceList> {
  if (state.reads !== null) return new Set(state.reads);
  const panes = panesShown(state);
  const visible = new Set(serviceLists.filter((name) => panes.includes(name)));
  if (
    JOINED.some((name) => visible.has(name)) ||
    panes.some((name) => state.page === name || state.features.panes[name].side === 'whole')
  )
    for (const name of JOINED) visible.add(name);
  return visible;
}

/** The lists on screen; none while the terminal has reported that it lost the focus. */
export function watchedLists(state: ConsoleState): ReadonlySet<ServiceList> {
  return state.attended ? visibleLists(state) : new Set();
}

/** The rows in a pane's window; none when the pane is not on screen. */
export function rowsOnScreen<Name extends PaneName>(state: ConsoleState, name: Name): readonly ListedRow<Rows[Name]>[] {
  return rowsInLines(state, name, ({ top, page }) => [[top, top + page]]);
}

/** The rows a screen above and below a pane's window; none when the pane is not on screen. */
export function rowsNearScreen<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
): readonly ListedRow<Rows[Name]>[] {
  return rowsInLines(state, name, ({ top, page }) => [
    [Math.max(0, top - page), top],
    [top + page, top + 2 * page],
  ]);
}

/** The rows between some lines of a pane, each from a line up to another. */
function rowsInLines<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  linesOf: (window: { readonly top: number; readonly page: number }) => readonly (readonly [number, number])[],
): readonly ListedRow<Rows[Name]>[] {
  if (!panesShown(state).includes(name)) return [];
  const { rows, groups } = visibleRows(state, name);
  return linesOf(windowOf(state, name))
    .flatMap(([from, end]) => linesBetween(groups, rows.length, from, end))
    .flatMap((line) => (line.kind === 'row' ? (rows[line.at] ?? []) : []));
}
