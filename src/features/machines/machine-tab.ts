import type { Instance } from '../../contract/instance.ts';
import type { Context } from '../../resources/context.ts';
import { instancesByBid } from '../../resources/parts/joins.ts';
import type { RowTab } from '../../screen/dialogs/dialog.ts';
import { linesOfRow, textLine, textLines } from '../../screen/dialogs/line.ts';
import type { RowRef } from '../../store/dialog-state.ts';
import type { DetailRow } from '../../store/panes/row-detail.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { machineOf } from './known-machines.ts';
import { machineSections } from './parts/machine-detail.ts';
import { machineSettingsOf } from './settings.ts';

const ID = 'machine';

/** The instance of a row, or those of a bid. */
function instancesOfRow({ lists }: ConsoleState, { pane, fid }: RowRef): readonly Instance[] {
  if (pane === 'bids') return instancesByBid(lists.instances).get(fid)?.all ?? [];
  const about = pane === 'machines' ? lists.machines.rows.get(fid)?.row.about : fid;
  const row = about === undefined ? undefined : lists.instances.rows.get(about)?.row;
  return row === undefined ? [] : [row];
}

/** Instances whose machines are shown on open pages. */
export const instancesOnPages = (state: ConsoleState): readonly Instance[] =>
  state.dialogs.flatMap((dialog) =>
    dialog.kind === 'row-page' && dialog.tab === ID ? instancesOfRow(state, dialog) : [],
  );

/** Machines of instances, with names if there are several. */
function rowsOf(instances: readonly Instance[], context: Context): readonly DetailRow[] {
  return instances.flatMap(({ fid, name }) => {
    const reading = context.own(machineOf, fid);
    if (reading === null) return [];
    const of = instances.length > 1 ? `${name || fid}: ` : '';
    return machineSections(reading, context).flatMap(({ title, lines }): readonly DetailRow[] =>
      lines.length === 0
        ? []
        : [{ kind: 'title', text: `${of}${title}` }, ...lines.map((line): DetailRow => ({ kind: 'field', ...line }))],
    );
  });
}

export const machineTab: RowTab = {
  id: ID,
  title: 'Machine',
  order: 30,
  isOf: (pane) => pane === 'bids' || pane === 'instances' || pane === 'machines',
  first: ['machines'],
  lines: (state, page, { width }) => {
    if (machineSettingsOf(state).mode === 'off')
      return textLines(
        `Machines are not read. ${keyNamed(state, 'machines', 'm')} reads them over SSH: their GPUs, memory and load.`,
        width,
        'dim',
      );
    const rows = rowsOf(instancesOfRow(state, page), contextOf(state));
    if (rows.length === 0) return [textLine('No running machines.', 'dim')];
    return rows.flatMap((row, n) => linesOfRow(row, n === 0, false, width));
  },
  bindings: [],
};
