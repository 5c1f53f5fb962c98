import type { ServiceList } from '../../contract/lists.ts';
import { serviceLists } from '../../resources/index.ts';
import type { ChosenRow, Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import { liveRows } from '../../store/disabled-reason.ts';
import type { ConsoleState } from '../../store/state.ts';

/** A row that a custom command runs on. */
export type CommandTarget = ChosenRow & { readonly list: ServiceList };

/** The rows of the service that a command runs on for some rows of a pane: these, or those that they stand for. */
export function commandTargets<Name extends PaneName>(
  state: ConsoleState,
  pane: Name,
  fids: readonly string[],
): readonly CommandTarget[] {
  const list = serviceLists.find((name) => name === pane);
  if (list !== undefined) return fids.map((fid) => ({ list, fid, part: null }));
  const { standsFor }: Resource<Name> = state.features.panes[pane];
  return standsFor === undefined
    ? []
    : standsFor.rows(liveRows(state, pane, fids)).map((row) => ({ list: standsFor.list, ...row }));
}
