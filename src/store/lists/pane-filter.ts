import { EVERYTHING, type Filter, type FilterError, parseFilter } from '../../resources/filter/parse.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { ConsoleState } from '../state.ts';

/** An unreadable filter matches everything. */
export function filterOf(state: ConsoleState, name: PaneName): Filter {
  const read = parseFilter(state.views[name].filter, state.features.panes[name].columns);
  return read.ok ? read.value : EVERYTHING;
}

/** Null when the filter can be read. */
export function filterError(state: ConsoleState, name: PaneName): FilterError | null {
  const read = parseFilter(state.views[name].filter, state.features.panes[name].columns);
  return read.ok ? null : read.error;
}
