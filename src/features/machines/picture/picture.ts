import { closes, type Dialog } from '../../../screen/dialogs/dialog.ts';
import { rowKeys } from '../../../screen/dialogs/row-page.ts';
import { type Binding, transition } from '../../../screen/keys/binding.ts';
import { dialogClosed } from '../../../store/dialogs/dialog-stack.ts';
import { screenLeft } from '../../../store/panes/cursor.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { machineSettingsOf } from '../settings.ts';
import { beyondWords, heatLines } from './lines.ts';
import { tableShown } from './tabs.ts';
import { cellBeside, type HeatView, moved } from './view.ts';

const moves = (
  id: string,
  keys: readonly string[],
  label: string,
  to: (view: HeatView, at: number) => number,
): Binding => ({
  id: `picture-${id}`,
  keys,
  label,
  hint: null,
  run: transition((state: ConsoleState) => moved(state, to)),
});

/** In lines of cells. */
const PAGE = 10;

const bindings: readonly Binding[] = [
  {
    id: 'picture-table',
    keys: ['Tab', 'Shift-Tab'],
    label: 'Back to the table',
    hint: 'table',
    run: transition(tableShown),
  },
  moves('left', ['Left'], 'Move to the GPU before', (_, at) => at - 1),
  moves('right', ['Right'], 'Move to the next GPU', (_, at) => at + 1),
  moves('up', ['k', 'Up'], 'Move up', ({ layout }, at) => cellBeside(layout, at, -1)),
  moves('down', ['j', 'Down'], 'Move down', ({ layout }, at) => cellBeside(layout, at, 1)),
  moves('page-up', ['PgUp', 'Ctrl-u'], 'Move up a page', ({ layout }, at) => cellBeside(layout, at, -PAGE)),
  moves('page-down', ['PgDn', 'Ctrl-d'], 'Move down a page', ({ layout }, at) => cellBeside(layout, at, PAGE)),
  moves('first', ['g', 'Home'], 'Move to the first GPU', () => 0),
  moves('last', ['G', 'End'], 'Move to the last GPU', ({ cells }) => cells.length - 1),
  {
    ...closes('gpu-picture', ['Esc', 'q', 'm'], 'Back to the panes'),
    run: transition((state) => screenLeft(dialogClosed(state))),
  },
];

/** All GPUs as cells by bid, with the table's cursor. The row under the cursor has its keys. */
export const picture: Dialog<'gpu-picture'> = {
  kind: 'gpu-picture',
  title: (state) => `Machines: all GPUs by bid${machineSettingsOf(state).simulated ? ', SIMULATED' : ''}`,
  lines: heatLines,
  legend: beyondWords,
  box: () => ({ width: 'whole' }),
  page: ({ cursor }) => (cursor === null ? null : { pane: 'instances', fid: cursor.fid }),
  helpTitle: 'Picture of all GPUs',
  bindings,
  bindingsNow: (state, { cursor }) => (cursor === null ? [] : rowKeys(state, { pane: 'instances', fid: cursor.fid })),
};
