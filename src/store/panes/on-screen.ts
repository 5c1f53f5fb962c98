import type { ListedRow } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { serviceLists } from '../../resources/index.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { linesBetween } from '../lists/group-rows.ts';
import { visibleRows } from '../lists/visible-rows.ts';
import type { ConsoleState, View } from '../state.ts';
import { windowOf } from './cursor.ts';
import { layoutOf, panesOn, panesShown } from './layout.ts';

/** Polled together: each shows values of the other. */
const JOINED: readonly ServiceList[] = ['bids', 'instances'];

/** Also lists joined into a pane; without a screen those the program reads. */
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

/** None while the terminal has lost the focus. */
export function watchedLists(state: ConsoleState): ReadonlySet<ServiceList> {
  return state.attended ? visibleLists(state) : new Set();
}

/** The rows in a pane's window; none when it is not on screen. */
export function rowsOnScreen<Name extends PaneName>(state: ConsoleState, name: Name): readonly ListedRow<Rows[Name]>[] {
  if (!panesShown(state).includes(name)) return [];
  const { rows, groups } = visibleRows(state, name);
  const { top, page } = windowOf(state, name);
  return linesBetween(groups, rows.length, top, top + page).flatMap((line) =>
    line.kind === 'row' ? (rows[line.at] ?? []) : [],
  );
}

type Keyed = { readonly state: ConsoleState; readonly windows: readonly unknown[]; readonly key: object };

let last: Keyed | null = null;

/** The same object while only a cursor moves within its window. */
export function besideCursors(state: ConsoleState): object {
  if (last?.state === state) return last.key;
  const windows = panesOn(layoutOf(state)).flatMap(({ name }) => [windowOf(state, name).top, visibleRows(state, name)]);
  last = { state, windows, key: last !== null && isStep(last, state, windows) ? last.key : {} };
  return last.key;
}

const isStep = (before: Keyed, state: ConsoleState, windows: readonly unknown[]): boolean =>
  before.windows.length === windows.length &&
  before.windows.every((part, at) => part === windows[at]) &&
  differOnlyIn(before.state, state, ['views']) &&
  state.features.paneNames.every((name) => differOnlyIn(before.state.views[name], state.views[name], OF_CURSOR));

const OF_CURSOR: readonly (keyof View)[] = ['cursor', 'cursorIndex', 'top'];

export function differOnlyIn<Of extends object>(before: Of, after: Of, members: readonly (keyof Of)[]): boolean {
  if (before === after) return true;
  const known = new Map(Object.entries(before));
  const others = Object.entries(after).filter(([name]) => !members.some((member) => member === name));
  return known.size === others.length + members.length && others.every(([name, value]) => known.get(name) === value);
}
