import { expect, test } from 'vitest';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { clickHeader } from '../../screen/keymap/clicks.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';

test('a click on the cost in the header opens the page of money', () => {
  const operator = operatorAt(consoleWith({ bids: [bid('a')], instances: [instance('i-1', { bid: 'a' })] }));
  clickHeader(operator, 'cost');
  expect(topDialog(operator.state())?.kind).toBe('money');
});
