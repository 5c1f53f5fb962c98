import { expect, test } from 'vitest';
import { bid, consoleWith } from '../store/made.ts';
import { byHand, failing, lost, operatorActions, writingOn } from './written.ts';

const start = consoleWith({ bids: [bid('a'), bid('b')] });
const row = { ok: true, value: { kind: 'row', list: 'bids', row: bid('a', { status: 'Paused' }) } } as const;

test('a write of several is sent once, its outcome is handed back, and undo offers to take it back', async () => {
  const writing = writingOn(start);
  const back = byHand({ verb: 'resume' });
  const pause = byHand({ undo: back.write });
  const sent = writing.sendNext(pause.write);
  await pause.answer(row);
  expect(await sent).toEqual({ kind: 'made', written: row.value });
  expect(pause.sent()).toBe(1);
  expect(writing.store.getState().undo.map((group) => group.map(({ verb }) => verb))).toEqual([['resume']]);
  expect(writing.store.getState().notice).toBeNull();
});

test('a write whose answer is lost stays pending, so that nothing else is sent to its row before it is read again', async () => {
  const writing = writingOn(start);
  const first = byHand();
  const sent = writing.sendNext(first.write);
  await first.answer(failing(lost));
  expect((await sent)?.kind).toBe('unknown');
  const second = byHand();
  expect(await writing.sendNext(second.write)).toBeNull();
  expect(second.sent()).toBe(0);
  expect(writing.store.getState().notice?.text).toBe('The last change to a is still in progress.');
  expect(operatorActions(writing.store.getState())).toHaveLength(1);
});
