import { expect, test } from 'vitest';
import { HELD_MS } from '../../../src/screen/keymap/questions.ts';
import { rowSelected } from '../../../src/store/panes/cursor.ts';
import { UNANSWERABLE_MS } from '../../../src/store/question.ts';
import { asking, bids } from '../../screen/keymap/asking.ts';
import { consoleWith, instance } from '../../store/made.ts';

test('a login with a question open lets the question go', async () => {
  const here = instance('a-1', { bid: 'a', ssh_destination: 'ubuntu@node-1.market.example' });
  const at = asking(rowSelected(consoleWith({ bids, instances: [here] }), 'bids', 'a'));
  at.key('p');
  await at.clock.pass(UNANSWERABLE_MS);
  at.key('s');
  expect([at.left.logins.length, at.state().tapQuestion]).toEqual([1, null]);
  at.key('p');
  await at.clock.pass(HELD_MS);
  expect(at.written()).toEqual([]);
});
