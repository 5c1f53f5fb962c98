import { textBufferOf } from '../../lib/text-buffer.ts';
import { dialogChanged, dialogClosed, topDialog } from '../dialogs/dialog-stack.ts';
import { type ConsoleState, withView } from '../state.ts';
import { cursorMoved, filterTyped } from './cursor.ts';

/** Most remembered filters of each pane. */
const MAX_FILTERS = 50;

/** Applies the typed filter, and remembers it. */
export function filterKept(state: ConsoleState): ConsoleState {
  const closed = dialogClosed(state);
  const { filter, filters } = state.views[state.focus];
  if (filter.trim() === '') return closed;
  const others = filters.filter((other) => other !== filter);
  return withView(closed, state.focus, { filters: [...others, filter].slice(-MAX_FILTERS) });
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
    })),
    top.pane,
    filter,
  );
}
