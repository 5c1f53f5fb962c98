import { cursorRow, isGone, noRow, visibleRows, whyGone } from '../../store/lists/visible-rows.ts';
import { groupColumnMoved } from '../../store/panes/arrange-columns.ts';
import {
  cursorAt,
  cursorMoved,
  endedToggled,
  filterTyped,
  marksCleared,
  marksInverted,
  markToggled,
  pageOf,
  rangeDropped,
  rangeToggled,
  screenLeft,
  shownMarked,
} from '../../store/panes/cursor.ts';
import {
  groupClosed,
  groupOpened,
  groupToggled,
  isInGroup,
  isOnGroup,
  whyGroupStays,
} from '../../store/panes/open-groups.ts';
import type { ConsoleState } from '../../store/state.ts';
import { inScope, type PaneBinding, transition } from '../keys/binding.ts';
import { isAbsent } from './search.ts';

/** Why no row can be changed; a gone row can still be copied. */
function noPresentRow(state: ConsoleState): string | null {
  const at = cursorRow(state, state.focus);
  return at === undefined || isGone(state, state.focus, at.row.fid) ? whyGone(state, state.focus) : null;
}

/** One step back for Esc: range, marks, filter, whole screen. */
function cleared(state: ConsoleState): ConsoleState {
  const { marks, filter, range } = state.views[state.focus];
  if (range !== null) return rangeDropped(state, state.focus);
  if (marks.size > 0) return marksCleared(state, state.focus);
  if (filter !== '') return filterTyped(state, state.focus, '');
  return screenLeft(state);
}

const moveBy = (rows: (state: ConsoleState) => number) =>
  transition((state) => cursorMoved(state, state.focus, rows(state)));

export const listBindings: readonly PaneBinding[] = every([
  { id: 'up', keys: ['k', 'Up'], label: 'Move up', run: moveBy(() => -1) },
  { id: 'down', keys: ['j', 'Down'], label: 'Move down', run: moveBy(() => 1) },
  {
    id: 'page-up',
    keys: ['PgUp'],
    label: 'Move up a page',
    alsoKeys: ['Ctrl-b'],
    run: moveBy((state) => -pageOf(state, state.focus)),
  },
  {
    id: 'page-down',
    keys: ['PgDn'],
    label: 'Move down a page',
    alsoKeys: ['Ctrl-f'],
    run: moveBy((state) => pageOf(state, state.focus)),
  },
  {
    id: 'half-up',
    keys: ['Ctrl-u'],
    label: 'Move up half a page',
    run: moveBy((state) => -Math.ceil(pageOf(state, state.focus) / 2)),
  },
  {
    id: 'half-down',
    keys: ['Ctrl-d'],
    label: 'Move down half a page',
    run: moveBy((state) => Math.ceil(pageOf(state, state.focus) / 2)),
  },
  {
    id: 'first',
    keys: ['g'],
    alsoKeys: ['Home'],
    label: 'Move to the first row',
    run: transition((state) => cursorAt(state, state.focus, 0)),
  },
  {
    id: 'last',
    keys: ['G'],
    alsoKeys: ['End'],
    label: 'Move to the last row',
    run: transition((state) => cursorAt(state, state.focus, visibleRows(state, state.focus).rows.length - 1)),
  },
  {
    id: 'mark',
    keys: ['Space'],
    label: 'Mark the row; actions then apply to the marks',
    searchWords: ['mark', 'select', 'tick', 'choose'],
    hint: 'mark',
    hintLast: 20,
    disabled: noPresentRow,
    run: transition((state) => markToggled(state, state.focus)),
  },
  {
    id: 'mark-shown',
    keys: ['*'],
    label: 'Mark all rows shown',
    searchWords: ['all', 'everything'],
    disabled: noRow,
    run: transition((state) => shownMarked(state, state.focus)),
  },
  {
    id: 'mark-inverted',
    keys: [],
    label: 'Invert the marks of all rows shown',
    formerly: { keys: ['I'] },
    searchWords: ['invert'],
    disabled: noRow,
    run: transition((state) => marksInverted(state, state.focus)),
  },
  {
    id: 'mark-range',
    keys: ['V'],
    label: 'Mark a range: moving extends it, V keeps it, Esc drops it',
    searchWords: ['range'],
    disabled: noPresentRow,
    run: transition((state) => rangeToggled(state, state.focus)),
  },
  {
    id: 'group',
    keys: [],
    label: 'Group by the next column, with sums; after the last one, ungroup',
    menu: { letter: 'b', words: 'group' },
    formerly: { keys: ['b'] },
    searchWords: ['group', 'sum', 'total'],
    run: transition((state) => groupColumnMoved(state, state.focus)),
  },
  {
    id: 'ended-rows',
    keys: [],
    label: 'Show what ended more than an hour ago; again: hide it',
    menu: { letter: 'e', words: 'ended rows' },
    formerly: { keys: ['E'] },
    searchWords: ['ended', 'terminated', 'old', 'hidden', 'all'],
    disabled: ({ focus, features }) =>
      features.panes[focus].hasEnded === undefined ? `Nothing is hidden in ${features.panes[focus].title}.` : null,
    run: transition((state) => endedToggled(state, state.focus)),
  },
  {
    id: 'clear',
    keys: ['Esc'],
    label: 'Clear the marks, then the filter; then go back from a pane with the whole screen',
    run: transition(cleared),
  },
]);

function every(bindings: readonly Omit<PaneBinding, 'scope'>[]): readonly PaneBinding[] {
  return bindings.map((binding) => ({
    ...binding,
    scope: 'list',
    when: ({ features, focus }) => !isAbsent(features.panes, focus, binding.id),
  }));
}

export const eventGroupBindings: readonly PaneBinding[] = inScope('activity', [
  {
    id: 'toggle-group',
    keys: ['Enter'],
    label: 'Open or close the group of events',
    hint: 'open/close',
    when: (state) => isOnGroup(state, 'activity'),
    disabled: (state) => whyGroupStays(state, 'activity'),
    run: transition((state) => groupToggled(state, 'activity')),
  },
  {
    id: 'open-group',
    keys: ['Right'],
    label: 'Open the group of events',
    // In a recording these keys move through it.
    when: (state) => state.shownInstead === null && isInGroup(state, 'activity'),
    disabled: (state) => whyGroupStays(state, 'activity'),
    run: transition((state) => groupOpened(state, 'activity')),
  },
  {
    id: 'close-group',
    keys: ['Left'],
    label: 'Close the group of events',
    // In a recording these keys move through it.
    when: (state) => state.shownInstead === null && isInGroup(state, 'activity'),
    disabled: (state) => whyGroupStays(state, 'activity'),
    run: transition((state) => groupClosed(state, 'activity')),
  },
]);
