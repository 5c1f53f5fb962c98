import { editorOf } from '../../lib/text-buffer.ts';
import { dialogChanged, dialogClosed, topDialog } from '../dialogs/dialog-stack.ts';
import { type ConsoleState, withView } from '../state.ts';
import { cursorMoved, filterTyped } from './cursor.ts';

/** As many filters are remembered for each pane. */
const MOST = 50;

/** The filter that was typed is kept, and remembered for the next time. */
export function filterKept(state: ConsoleState): ConsoleState {
  const closed = dialogClosed(state);
  const { filter, filters } = state.views[state.focus];
  if (filter.trim() === '') return closed;
  const others = filters.filter((one) => one !== filter);
  return withView(closed, state.focus, { filters: [...others, filter].slice(-MOST) });
}

/** An earlier filter takes the place of the typed one, or a later one again; where there is none, the cursor moves in the list. */
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
      editor: editorOf(filter),
    })),
    top.pane,
    filter,
  );
}
