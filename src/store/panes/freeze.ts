import type { PaneName, Rows } from '../../resources/rows.ts';
import type { List } from '../list.ts';
import { marksKept } from '../lists/marks.ts';
import { type ConsoleState, withList } from '../state.ts';

/** Freezes the rows on screen, and what features say of them. */
export function frozen(state: ConsoleState): ConsoleState {
  const lists = state.features.parts.reduce((all, part) => part.frozen?.(all, state.now) ?? all, state.lists);
  return { ...state, frozen: lists };
}

/** A row under the cursor that is gone keeps its place, drawn as gone. */
export function thawed(state: ConsoleState): ConsoleState {
  return state.features.paneNames.reduce<ConsoleState>((now, name) => withCursorRow(now, state, name), {
    ...state,
    frozen: null,
  });
}

function withCursorRow<Name extends PaneName>(state: ConsoleState, before: ConsoleState, name: Name): ConsoleState {
  const { cursor } = state.views[name];
  const list: List<Rows[Name]> = state.lists[name];
  const listed = cursor === null ? undefined : before.frozen?.[name].rows.get(cursor);
  if (cursor === null || listed === undefined || list.rows.has(cursor)) return marksKept(state, name);
  const removing = new Map(list.removing).set(cursor, { listed, at: state.now });
  return marksKept(withList(state, name, { ...list, removing }), name);
}
