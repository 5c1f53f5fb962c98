import { expect, test } from 'vitest';
import { pricesToggled } from '../../../../src/features/money/prices.ts';
import { paneFocused } from '../../../../src/store/panes/cursor.ts';
import { operatorAt } from '../../../screen/keys/press-keys.ts';
import { bid, consoleWith } from '../../../store/made.ts';

test('prices opened from the machines, Esc goes back to the pane before both, and never around in a circle', async () => {
  const operator = operatorAt(pricesToggled(paneFocused(consoleWith({ bids: [bid('a')] }), 'machines')));
  await operator.press('Esc');
  expect(operator.state().focus).toBe('bids');
});
