import { widthOf } from '../../lib/width.ts';
import type { PaneName } from '../../resources/rows.ts';
import { linesBetween } from '../lists/group-rows.ts';
import { allColumns, columnsIn, GAP, LEAD } from '../lists/place-columns.ts';
import { visibleRows } from '../lists/visible-rows.ts';
import type { ConsoleState } from '../state.ts';
import { tabsOf } from '../tabs.ts';
import { cursorAt, cursorMoved, paneFocused, rowsKept, sortReversed, windowOf } from './cursor.ts';
import { framesOn, layoutOf } from './layout.ts';

/** A mouse event at a position on the screen, counted from 0. */
export type Gesture = {
  readonly kind: 'click' | 'wheel-up' | 'wheel-down';
  readonly column: number;
  readonly row: number;
};

/** The element at a position on the screen. */
type Target =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'tab'; readonly pane: PaneName }
  /** A pane's border, or a line in it without a row. */
  | { readonly kind: 'pane'; readonly pane: PaneName }
  | { readonly kind: 'header'; readonly pane: PaneName; readonly column: string }
  | { readonly kind: 'row'; readonly pane: PaneName; readonly at: number };

/** Rows that one step of the wheel scrolls. */
const WHEEL_ROWS = 3;
const TABS_ROW = 1;
/** Rows of a pane's border and column headers above its first row. */
const ABOVE_ROWS = 2;

/** Applies a mouse event: a click focuses, selects, or sorts; the wheel moves the cursor of the pane below it. */
export function pointed(state: ConsoleState, gesture: Gesture): ConsoleState {
  const target = targetAt(state, gesture);
  if (target.kind === 'nothing') return state;
  if (gesture.kind !== 'click') {
    return target.kind === 'tab'
      ? state
      : cursorMoved(state, target.pane, gesture.kind === 'wheel-up' ? -WHEEL_ROWS : WHEEL_ROWS);
  }
  const focused = paneFocused(state, target.pane);
  switch (target.kind) {
    case 'tab':
    case 'pane':
      return focused;
    case 'row':
      return cursorAt(focused, target.pane, target.at);
    case 'header':
      return sortedByHeader(focused, target.pane, target.column);
  }
}

/** Sorts the rows by a column, or reverses the order when they are already sorted by it. */
function sortedByHeader(state: ConsoleState, pane: PaneName, column: string): ConsoleState {
  if (allColumns(pane).find(({ id }) => id === column)?.sorts !== true) return state;
  return state.views[pane].sort.column === column
    ? sortReversed(state, pane)
    : rowsKept(state, pane, { sort: { column, descending: false } });
}

function targetAt(state: ConsoleState, { column, row }: Gesture): Target {
  const layout = layoutOf(state);
  if (layout.kind === 'single' && row === TABS_ROW) {
    let left = 0;
    for (const { name, text } of tabsOf(state)) {
      left += widthOf(text);
      if (column < left) return { kind: 'tab', pane: name };
    }
  }
  const frame = framesOn(layout).find(
    ({ left, top, width, height }) => column >= left && column < left + width && row >= top && row < top + height,
  );
  if (frame === undefined) return { kind: 'nothing' };
  const { name, left, top, width } = frame;
  const line = row - top - ABOVE_ROWS;
  if (line === -1) {
    const header = headerAt(state, name, width, column - left);
    return header === null ? { kind: 'pane', pane: name } : { kind: 'header', pane: name, column: header };
  }
  const { rows, groups } = visibleRows(state, name);
  const window = windowOf(state, name);
  const target = linesBetween(groups, rows.length, window.top, window.top + window.page)[line];
  return target?.kind === 'row' ? { kind: 'row', pane: name, at: target.at } : { kind: 'pane', pane: name };
}

/** Returns the column whose header is at a position in the pane; the gap after it belongs to it. */
function headerAt({ views, connected }: ConsoleState, name: PaneName, width: number, index: number): string | null {
  let end = 1 + LEAD;
  for (const { id, width: wide } of columnsIn(name, views[name].columns, width, connected.allProjects)) {
    end += wide + GAP;
    if (index < end) return id;
  }
  return null;
}
