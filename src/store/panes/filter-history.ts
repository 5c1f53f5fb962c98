import { selectedEditor, textBufferOf } from '../../lib/text-buffer.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../activity.ts';
import { dialogChanged, dialogClosed, dialogOpened, topDialog } from '../dialogs/dialog-stack.ts';
import { filterError } from '../lists/pane-filter.ts';
import { type ConsoleState, withView } from '../state.ts';
import { cursorMoved, filterTyped } from './cursor.ts';

const MAX_FILTERS = 50;

/** Typing continues the operator's filter, and replaces a command's. */
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

/** A filter that can't be read stays in the field, with the reason. */
export function filterKept(state: ConsoleState): ConsoleState {
  return filterError(state, state.focus) === null ? remembered(dialogClosed(state), state.focus) : state;
}

/** A click beside the field drops an unreadable filter for the one before. */
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

function remembered(state: ConsoleState, pane: PaneName): ConsoleState {
  const { filter, filters } = state.views[pane];
  if (filter.trim() === '') return state;
  const others = filters.filter((other) => other !== filter);
  return withView(state, pane, { filters: [...others, filter].slice(-MAX_FILTERS) });
}

/** Without a filter there, moves the cursor in the list. */
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
