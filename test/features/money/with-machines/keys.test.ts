import { expect, test } from 'vitest';
import { moneyTabShown } from '../../../../src/features/money/page.ts';
import { paneFocused } from '../../../../src/store/panes/cursor.ts';
import { operatorAt } from '../../../screen/keys/press-keys.ts';
import { bid, consoleWith } from '../../../store/made.ts';

test('prices opened from the machines, Esc goes back to the pane before both, and never around in a circle', async () => {
  const operator = operatorAt(moneyTabShown(paneFocused(consoleWith({ bids: [bid('a')] }), 'machines'), 2));
  await operator.press('Esc');
  expect(operator.state().focus).toBe('bids');
});
