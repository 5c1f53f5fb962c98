import { selectedEditor, textBufferOf } from '../../lib/text-buffer.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../activity.ts';
import { dialogChanged, dialogClosed, dialogOpened, topDialog } from '../dialogs/dialog-stack.ts';
import { filterError } from '../lists/pane-filter.ts';
import { type ConsoleState, withView } from '../state.ts';
import { cursorMoved, filterTyped } from './cursor.ts';

/** Most remembered filters of each pane. */
const MAX_FILTERS = 50;

/** Opens the filter of the focused pane: what is typed continues the operator's own filter, and replaces that of a command. */
export function filterOpened(state: ConsoleState): ConsoleState {
  const { focus: pane, views } = state;
  const { filter, presetFilter } = views[pane];
  const editor = presetFilter ? selectedEditor(filter) : textBufferOf(filter);
  return dialogOpened(presetFilter ? remembered(state, pane) : state, {
    kind: 'filter',
    pane,
    editor,
    before: filter,
    back: 0,
    completing: null,
  });
}

/** Applies the typed filter, and remembers it. One that can't be read stays in the field, which says why. */
export function filterKept(state: ConsoleState): ConsoleState {
  return filterError(state, state.focus) === null ? remembered(dialogClosed(state), state.focus) : state;
}

/** Leaves the filter for a click beside it: one that can't be read is dropped for the one before. */
export function filterLeft(state: ConsoleState): ConsoleState {
  const top = topDialog(state);
  const wrong = filterError(state, state.focus);
  if (top?.kind !== 'filter' || wrong === null) return filterKept(state);
  return showNotice(
    filterTyped(dialogClosed(state), top.pane, top.before),
    `The filter was dropped. ${wrong.why}`,
    'warn',
  );
}

/** Puts the filter of a pane into its history. */
function remembered(state: ConsoleState, pane: PaneName): ConsoleState {
  const { filter, filters } = state.views[pane];
  if (filter.trim() === '') return state;
  const others = filters.filter((other) => other !== filter);
  return withView(state, pane, { filters: [...others, filter].slice(-MAX_FILTERS) });
}

/** Recalls an earlier or later filter; when there is none, moves the cursor in the list. */
export function filterRecalled(state: ConsoleState, by: 1 | -1): ConsoleState {
  const top = topDialog(state);
  if (top?.kind !== 'filter') return state;
  const { filters } = state.views[top.pane];
  const back = top.back + by;
  const filter = back === 0 ? top.before : filters.at(-back);
  if (back < 0 || back > filters.length || filter === undefined) return cursorMoved(state, top.pane, -by);
  return filterTyped(
    dialogChanged(state, 'filter', (dialog) => ({
      ...dialog,
      back,
      editor: textBufferOf(filter),
      completing: null,
    })),
    top.pane,
    filter,
  );
}
