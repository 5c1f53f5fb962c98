import { describe, expect, test } from 'vitest';
import { machineModeChosen } from '../../../src/features/machines/machines.ts';
import type { PaneName } from '../../../src/resources/rows.ts';
import { dialogOf } from '../../../src/screen/dialogs/screen.ts';
import { viewOf } from '../../../src/screen/dialogs/view.ts';
import { dialogOpened, topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { columnsIn } from '../../../src/store/lists/content-widths.ts';
import { columnChoices, columnToggled } from '../../../src/store/panes/arrange-columns.ts';
import { viewSaved, viewShown } from '../../../src/store/panes/saved-views.ts';
import { type ConsoleState, withView } from '../../../src/store/state.ts';
import { textsOf } from '../../screen/ink/seen.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { busy, failing, withMachines } from './reader/read-machines.ts';

const off = consoleWith({
  bids: [
    bid('train-llama', { limit_price: '$208.40', region: 'us-central1-a', instance_type: '8xh100.us-central1-a' }),
  ],
  instances: ['0', '1'].map((n) =>
    instance(`train-llama-${n}`, {
      bid: 'train-llama',
      ssh_destination: 'ubuntu@203.0.113.15',
      region: 'us-central1-a',
      instance_type: '8xh100.us-central1-a',
    }),
  ),
});
const read = withMachines(off, { 'train-llama-0': busy() });
const ids = (state: ConsoleState, pane: PaneName, width: number): readonly string[] =>
  columnsIn(state, pane, width).map(({ id }) => id);
const ofMachines = (state: ConsoleState, pane: PaneName = 'instances', width = 250) =>
  ids(state, pane, width).filter((id) => ['gpu', 'mem', 'idle'].includes(id));

describe('the columns about machines', () => {
  test('take room once a machine was read, or failed to be, and none before or when machines are off', () => {
    expect(ofMachines(off)).toEqual([]);
    expect(ofMachines(machineModeChosen(off, 'visible'))).toEqual([]);
    expect(ofMachines(read)).toEqual(['gpu', 'mem', 'idle']);
    expect(ofMachines(read, 'bids')).toEqual(['gpu']);
    expect(ofMachines(withMachines(off, { 'train-llama-0': failing('no-key') }))).toEqual(['gpu', 'mem', 'idle']);
    expect(ofMachines(machineModeChosen(read, 'off'))).toEqual([]);
    expect(ids(machineModeChosen(read, 'off'), 'instances', 108)).toEqual(ids(off, 'instances', 108));
  });

  test('leave what is more important where it was, on every width', () => {
    for (let width = 40; width <= 250; width++) {
      const [instances, bids] = [ids(read, 'instances', width), ids(read, 'bids', width)];
      for (const id of ['name', 'status', 'reach'])
        if (ids(off, 'instances', width).includes(id)) expect(instances, `${width}`).toContain(id);
      for (const id of ['name', 'status', 'run', 'price', 'cost'])
        if (ids(off, 'bids', width).includes(id)) expect(bids, `${width}`).toContain(id);
    }
  });

  test('that the operator chose stay chosen while no machine is read, and say so in the list of columns', () => {
    const chosen = withView(off, 'instances', {
      columns: [
        { id: 'name', width: null },
        { id: 'idle', width: null },
      ],
    });
    expect(ids(chosen, 'instances', 108)).toEqual(['name']);
    const dialog = dialogOpened({ ...chosen, focus: 'instances' }, { kind: 'columns', pane: 'instances', at: 2 });
    const own = topDialog(dialog);
    if (own === undefined) throw new Error('no dialog is open');
    const lines = textsOf(viewOf(dialogOf(dialog, own), dialog, own).lines);
    expect(lines.find((line) => line.includes('IDLE'))).toMatch(/\[x\] IDLE .*hidden: no machine is read/);
    const more = columnToggled(dialog);
    expect(columnChoices(more, 'instances').filter(({ shown }) => shown)).toHaveLength(3);
    expect(ofMachines(withMachines(more, { 'train-llama-0': busy() }))).toEqual(['idle']);
  });

  test('come back with a saved view once machines are read', () => {
    const columns = ['name', 'gpu', 'mem'].map((id) => ({ id, width: null }));
    const sort = { column: 'gpu', descending: true };
    const saved = viewSaved({ ...withView(read, 'bids', { columns, sort, filter: 'gpu<5' }), focus: 'bids' }, 'loaf');
    const [view] = saved.savedViews;
    if (view === undefined) throw new Error('no view was saved');
    const later = viewShown(off, view);
    expect([later.views.bids.filter, later.views.bids.sort]).toEqual(['gpu<5', sort]);
    expect(ids(later, 'bids', 108)).toEqual(['name']);
    expect(ids(viewShown(read, view), 'bids', 108)).toEqual(['name', 'gpu', 'mem']);
  });
});
