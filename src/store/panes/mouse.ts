import { widthOf } from '../../lib/width.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { Transition } from '../controller.ts';
import { columnsIn, LEAD } from '../lists/content-widths.ts';
import { linesBetween } from '../lists/group-rows.ts';
import { allColumns } from '../lists/place-columns.ts';
import { visibleRows } from '../lists/visible-rows.ts';
import type { Border, ConsoleState, Part } from '../state.ts';
import { cursorAt, cursorMoved, paneFocused, sortedBy, windowOf } from './cursor.ts';
import { layoutOf } from './layout.ts';
import { groupToggled, isOnGroup } from './open-groups.ts';
import { borderAt, borderMoved, borderReset, frameAt } from './pane-sizes.ts';
import { tabsOf } from './tabs.ts';

/** Positions count from 0. A double click follows its first click. */
export type Gesture = {
  readonly kind: 'click' | 'double-click' | 'drag' | 'release' | 'wheel-up' | 'wheel-down';
  readonly column: number;
  readonly row: number;
};

export const isPress = ({ kind }: Gesture): boolean => kind === 'click' || kind === 'double-click';

export type Target =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'tab'; readonly open: Transition }
  | { readonly kind: 'preview' }
  | { readonly kind: 'border'; readonly border: Border; readonly part: Part }
  /** A border, or a line without a row. */
  | { readonly kind: 'pane'; readonly pane: PaneName }
  | { readonly kind: 'header'; readonly pane: PaneName; readonly column: string }
  | { readonly kind: 'row'; readonly pane: PaneName; readonly at: number };

export const WHEEL_ROWS = 3;
const TABS_ROW = 1;
const ABOVE_ROWS = 2;

/** A click focuses, selects or sorts; a drag moves a border; the wheel scrolls. */
export function pointed(state: ConsoleState, gesture: Gesture): ConsoleState {
  switch (gesture.kind) {
    case 'drag':
      return dragged(state, gesture);
    case 'release':
      return released(state);
    case 'wheel-up':
      return scrolled(state, targetAt(state, gesture), -WHEEL_ROWS);
    case 'wheel-down':
      return scrolled(state, targetAt(state, gesture), WHEEL_ROWS);
    case 'click':
    case 'double-click':
      return clicked(state, targetAt(state, gesture), gesture.kind);
  }
}

function clicked(state: ConsoleState, target: Target, kind: 'click' | 'double-click'): ConsoleState {
  switch (target.kind) {
    case 'nothing':
    case 'preview':
      return state;
    case 'border':
      return kind === 'double-click'
        ? borderReset(state, target.border)
        : { ...state, drag: { border: target.border, part: target.part, moved: false } };
    case 'tab':
      return target.open(state);
    case 'pane':
      return paneFocused(state, target.pane);
    case 'row':
      return rowClicked(cursorAt(paneFocused(state, target.pane), target.pane, target.at), target.pane, kind);
    case 'header':
      return sortedByHeader(paneFocused(state, target.pane), target.pane, target.column);
  }
}

function scrolled(state: ConsoleState, target: Target, by: number): ConsoleState {
  switch (target.kind) {
    case 'nothing':
    case 'tab':
    case 'preview':
      return state;
    case 'border':
      return target.part === 'preview' ? state : cursorMoved(state, target.part, by);
    case 'pane':
    case 'row':
    case 'header':
      return cursorMoved(state, target.pane, by);
  }
}

function dragged(state: ConsoleState, { column, row }: Gesture): ConsoleState {
  const { drag } = state;
  return drag === null ? state : { ...borderMoved(state, drag.border, column, row), drag: { ...drag, moved: true } };
}

/** A border not moved was clicked. */
function released(state: ConsoleState): ConsoleState {
  const { drag } = state;
  if (drag === null) return state;
  const ended = { ...state, drag: null };
  return drag.moved || drag.part === 'preview' ? ended : paneFocused(ended, drag.part);
}

function rowClicked(state: ConsoleState, pane: PaneName, kind: 'click' | 'double-click'): ConsoleState {
  return kind === 'double-click' && isOnGroup(state, pane) ? groupToggled(state, pane) : state;
}

function sortedByHeader(state: ConsoleState, pane: PaneName, column: string): ConsoleState {
  const sorts = allColumns(state.features.panes, pane).find(({ id }) => id === column)?.sorts === true;
  return sorts ? sortedBy(state, pane, column) : state;
}

export function targetAt(state: ConsoleState, { column, row }: Gesture): Target {
  const layout = layoutOf(state);
  if (layout.kind === 'column' && row === TABS_ROW) {
    let left = 0;
    for (const { text, open } of tabsOf(state)) {
      left += widthOf(text);
      if (column < left) return { kind: 'tab', open };
    }
  }
  const frame = frameAt(layout, column, row);
  if (frame === undefined) return { kind: 'nothing' };
  const { name, left, top, width } = frame;
  const border = borderAt(state, column, row);
  if (border !== null) return { kind: 'border', border, part: name };
  if (name === 'preview') return { kind: 'preview' };
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

function headerAt(state: ConsoleState, name: PaneName, width: number, index: number): string | null {
  const columns = columnsIn(state, name, width);
  let end = 1 + LEAD;
  for (const [n, column] of columns.entries()) {
    end += column.width + (columns[n + 1]?.gap ?? 0);
    if (index < end) return column.id;
  }
  return null;
}
