import { expect, test } from 'vitest';
import type { Write } from '../../src/resources/write.ts';
import { NOON, quiet } from '../store/hand-clock.ts';
import { bid, consoleWith } from '../store/made.ts';
import { type ByHand, byHand, failing, lost, nothing, operatorActions, refused, writingOn } from './written.ts';

const start = consoleWith({ bids: [bid('a')] });
const row = { ok: true, value: { kind: 'row', list: 'bids', row: bid('a', { status: 'Paused' }) } } as const;

const back = (fid: string): Write => byHand({ verb: 'resume', fid }).write;
const many = (count: number): readonly ByHand[] =>
  Array.from({ length: count }, (_, n) => byHand({ fid: `bid-${n}`, name: `bid-${n}`, undo: back(`bid-${n}`) }));
const openIn = (all: readonly ByHand[], answered: ReadonlySet<ByHand>): readonly ByHand[] =>
  all.filter((byHand) => byHand.sent() > 0 && !answered.has(byHand));

test('of 200 bids at most 8 are changed at a time, each once, with one notice for all', async () => {
  const all = many(200);
  const answered = new Set<ByHand>();
  const writing = writingOn(start);
  const sending = writing.send(all.map(({ write }) => write));
  let max = 0;
  while (answered.size < all.length) {
    const open = openIn(all, answered);
    max = Math.max(max, open.length);
    const [first] = open;
    if (first === undefined) throw new Error(`nothing is under way after ${answered.size}`);
    answered.add(first);
    await first.answer(nothing);
  }
  await sending;
  expect(max).toBe(8);
  expect(all.every((byHand) => byHand.sent() === 1)).toBe(true);
  expect(writing.store.getState().notice).toMatchObject({
    text: 'Paused 200 of 200 bids. Press u to undo.',
    tone: 'good',
  });
  expect(writing.store.getState().undo.map((batch) => batch.length)).toEqual([200]);
});

test('a notice counts the finished writes while many are under way', async () => {
  const all = many(3);
  const writing = writingOn(start);
  void writing.send(all.map(({ write }) => write));
  await all[1]?.answer(nothing);
  expect(writing.store.getState().notice?.text).toBe('Pausing: 1 of 3.');
});

test('the notice counts refused writes with the reason, and undo is for the successful ones', async () => {
  const all = many(3);
  const writing = writingOn(start);
  void writing.send(all.map(({ write }) => write));
  await all[0]?.answer(nothing);
  await all[1]?.answer(failing(refused));
  await all[2]?.answer(nothing);
  await quiet();
  const { notice, undo } = writing.store.getState();
  expect(notice).toEqual({
    text: 'Paused 2 of 3 bids. 1 failed (bid-1): The service refused the request: the price is too low. Press u to undo.',
    tone: 'bad',
    at: NOON,
  });
  expect(undo.map((batch) => batch.map(({ fid }) => fid))).toEqual([['bid-0', 'bid-2']]);
});

test('writes with an unknown outcome are not counted as failed', async () => {
  const all = many(3);
  const writing = writingOn(start);
  void writing.send(all.map(({ write }) => write));
  await all[0]?.answer(failing(lost));
  await all[1]?.answer(nothing);
  await all[2]?.answer(failing(refused));
  await quiet();
  const text = writing.store.getState().notice?.text ?? '';
  expect(text).toContain('Paused 1 of 3 bids');
  expect(text).toContain('1 failed (bid-2): The service refused the request: the price is too low.');
  expect(text).toContain('1 unknown');
  expect(operatorActions(writing.store.getState()).map((activity) => activity.split(':')[0])).toEqual([
    'unknown',
    'done',
    'refused',
  ]);
});

test('rows of successful writes lose their marks, refused ones stay marked', async () => {
  const bids = ['bid-0', 'bid-1', 'bid-2'].map((fid) => bid(fid));
  const marked = consoleWith({ bids });
  const writing = writingOn({
    ...marked,
    views: { ...marked.views, bids: { ...marked.views.bids, marks: new Set(['bid-0', 'bid-1', 'bid-2']) } },
  });
  const all = many(3);
  const sending = writing.send(all.map(({ write }) => write));
  await all[0]?.answer(nothing);
  await all[1]?.answer(failing(refused));
  await all[2]?.answer(nothing);
  await sending;
  expect([...writing.store.getState().views.bids.marks]).toEqual(['bid-1']);
});

test('only the last 50 changes can be undone, so that a long day does not fill the memory', async () => {
  const writing = writingOn(start);
  for (const byHand of many(60)) {
    const sending = writing.send([byHand.write]);
    await byHand.answer(nothing);
    await sending;
  }
  const { undo } = writing.store.getState();
  expect(undo).toHaveLength(50);
  expect(undo.at(-1)?.[0]?.fid).toBe('bid-59');
});

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
