import { expect, test } from 'vitest';
import { machineSettingsOf } from '../../../src/features/machines/machine-settings.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { layoutOf, panesOn } from '../../../src/store/panes/layout.ts';
import { seen } from '../../screen/ink/seen.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { busy, withMachines } from './reader/read-machines.ts';

const state = consoleWith({
  bids: [bid('bid')],
  instances: [instance('machine', { bid: 'bid', ssh_destination: 'machine.example' })],
  size: { columns: 160, rows: 45 },
});

function titleOf(simulated: boolean): string {
  const read = withMachines(state, { machine: busy(40) });
  const shown = paneFocused({ ...read, machines: { ...machineSettingsOf(read), simulated } }, 'instances');
  const pane = panesOn(layoutOf(shown)).find(({ name }) => name === 'instances');
  const [title] = pane === undefined ? [] : paneLines(shown, pane, themeFor('16'));
  return title === undefined ? '' : seen(title);
}

test('the title of a pane with the column GPU says that machines are simulated, and nothing when they are real', () => {
  expect(titleOf(true)).toMatch(/ Instances .* GPU simulated /);
  expect(titleOf(false)).toMatch(/ Instances /);
  expect(titleOf(false)).not.toContain('simulated');
});
