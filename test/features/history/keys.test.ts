import { expect, test } from 'vitest';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { bid, consoleWith } from '../../store/made.ts';

const calm = consoleWith({ bids: [bid('a')] });

test('the history of a bid opens over the panes, zooms out and in, and closes', async () => {
  const operator = operatorAt(calm);
  await operator.press('h', '-', '-', '-', '-', '-', '-', '-');
  expect(operator.state().dialogs).toMatchObject([{ kind: 'history', fid: 'a', spanMs: 3_600_000 }]);
  await operator.press('+', 'h');
  expect(operator.top()).toBeNull();
});
