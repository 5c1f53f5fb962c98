import { expect, test } from 'vitest';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { previewPaneLines } from '../../../src/screen/ink/screen-lines.ts';
import { layoutOf } from '../../../src/store/panes/layout.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { seen } from '../../screen/ink/seen.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';

const fleet = consoleWith({
  bids: [bid('a'), bid('b')],
  instances: [instance('b-0', { bid: 'b' }), instance('b-1', { bid: 'b' })],
});

/** The text of the preview on screen. */
function textOf(state: ConsoleState): string {
  const layout = layoutOf(state);
  const placed = layout.kind === 'too-small' ? null : layout.preview;
  return placed === null ? '' : previewPaneLines(state, placed, themeFor('16')).map(seen).join('\n');
}

test('v shows the detail of a bid with the trend of a bid over the whole width, in which the row shows it small', async () => {
  let state: ConsoleState = fleet;
  const instances = (count: number) => Array.from({ length: count }, (_, n) => instance(`b-${n}`, { bid: 'b' }));
  for (let second = 0; second <= 60; second += 2) {
    const at = NOON + second * 1000;
    state = rowsArrived(
      timePassed(state, at),
      'instances',
      whole(...instances(second < 30 ? 2 : 0)),
      { at, sequence: second + 2 },
      at,
    );
  }
  const operator = operatorAt(state);
  await operator.press('v', 'j');
  expect(textOf(operator.state())).toMatch(/Trend +\S*⣶{8,}\S*⣀{8,}/);
  await operator.press('2');
  expect(textOf(operator.state())).not.toContain('Trend');
});
