import { expect, test } from 'vitest';
import { HELD_MS } from '../../../src/screen/keymap/questions.ts';
import { rowSelected } from '../../../src/store/panes/cursor.ts';
import { UNANSWERABLE_MS } from '../../../src/store/question.ts';
import { asking, start } from '../../screen/keymap/asking.ts';
import { NOON } from '../../store/hand-clock.ts';
import { busy, idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

test('a machine that begins to work between the two taps changes the question, and the second tap must come after it', async () => {
  const resting = { 'a-1': idleSince(NOON - MINUTE), 'a-2': idleSince(NOON - MINUTE) };
  const at = asking(rowSelected(withMachines(start, resting), 'bids', 'a'));
  at.key('p');
  await at.clock.pass(UNANSWERABLE_MS);
  expect(at.state().tapQuestion?.effect.sentence).toBe('pause a, 2 running instances stop ($5.00/h)');
  at.change((now) => withMachines(now, { 'a-2': busy() }));
  expect(at.state().tapQuestion?.effect.sentence).toContain('1 of them is busy');
  at.key('p');
  await at.clock.pass(HELD_MS);
  expect(at.written()).toEqual([]);
});
