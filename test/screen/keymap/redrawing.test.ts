import { expect, test } from 'vitest';
import { bid, consoleWith } from '../../store/made.ts';
import { operatorAt } from '../keys/press-keys.ts';

test('Ctrl-l redraws the screen wherever the focus is, and changes nothing there', async () => {
  const operator = operatorAt(consoleWith({ bids: [bid('a')] }));
  const ways: readonly (readonly string[])[] = [[], ['/'], ['?'], [':'], ['n'], ['Enter'], ['c']];
  for (const [turn, keys] of ways.entries()) {
    await operator.press(...keys);
    const [top, typed] = [operator.top(), operator.text()];
    await operator.press('Ctrl-l');
    expect([operator.left.redraws, operator.top(), operator.text()], keys.join(' ')).toEqual([turn + 1, top, typed]);
    await operator.press('Esc');
  }
});

test('on a key that types a character the command does not take it from text fields', async () => {
  const operator = operatorAt({ ...consoleWith({ bids: [bid('a')] }), keyOverrides: new Map([['redraw', ['%']]]) });
  await operator.press('%', '/', '%');
  expect([operator.left.redraws, operator.text()]).toEqual([1, '%']);
});
