import { expect, test } from 'vitest';
import { operatorAt } from '../keys/press-keys.ts';
import { bid, consoleWith } from '../state/made.ts';

test('Ctrl-l draws the screen anew wherever the keys are, and changes nothing there', async () => {
  const person = operatorAt(consoleWith({ bids: [bid('a')] }));
  const ways: readonly (readonly string[])[] = [[], ['/'], ['?'], [':'], ['n'], ['Enter'], ['c']];
  for (const [turn, keys] of ways.entries()) {
    await person.press(...keys);
    const [top, typed] = [person.top(), person.text()];
    await person.press('Ctrl-l');
    expect([person.left.redraws, person.top(), person.text()], keys.join(' ')).toEqual([turn + 1, top, typed]);
    await person.press('Esc');
  }
});

test('on a key that types a character the command leaves texts alone', async () => {
  const person = operatorAt({ ...consoleWith({ bids: [bid('a')] }), keyOverrides: new Map([['redraw', ['%']]]) });
  await person.press('%', '/', '%');
  expect([person.left.redraws, person.text()]).toEqual([1, '%']);
});
