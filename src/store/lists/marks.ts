import type { PaneName } from '../../resources/rows.ts';
import { type ConsoleState, withView } from '../state.ts';

/** Drops the marks of rows that are gone. */
export function marksKept(state: ConsoleState, name: PaneName): ConsoleState {
  const { rows } = state.lists[name];
  const { marks } = state.views[name];
  if ([...marks].every((fid) => rows.has(fid))) return state;
  return withView(state, name, { marks: new Set([...marks].filter((fid) => rows.has(fid))) });
}
