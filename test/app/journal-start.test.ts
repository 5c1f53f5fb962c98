import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { firstAnswer } from '../../src/app/profile-runtimes.ts';
import { unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { firstPagesArrived, listFailed, rowsArrived } from '../../src/store/transitions.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { handClock, NOON } from '../store/hand-clock.ts';
import { bid, connected, whole } from '../store/made.ts';

/** Console that waits for its first response, and whether the wait is over. */
function waiting() {
  const clock = handClock();
  const store = createStore<ConsoleState>(() =>
    startState(loadedFeatures, connected, unicodeGlyphs, { columns: 160, rows: 45 }, NOON),
  );
  let over = false;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  void firstAnswer(store, clock, ended).then(() => {
    over = true;
  });
  return { clock, store, isOver: () => over, end: () => end() };
}

test.each([
  ['arrived', (state: ConsoleState) => rowsArrived(state, 'bids', whole(bid('a')), { at: NOON, sequence: 1 }, NOON)],
  [
    'arrived in part',
    (state: ConsoleState) => firstPagesArrived(state, 'bids', whole(bid('a')).rows, { at: NOON, sequence: 1 }, NOON),
  ],
  ['failed', (state: ConsoleState) => listFailed(state, 'bids', { kind: 'aborted', reached: 'no' }, NOON, null)],
])('the journal opens after the first list has %s and is drawn', async (_, answer) => {
  const { clock, store, isOver } = waiting();
  await clock.pass(200);
  expect(isOver()).toBe(false);
  store.setState(answer(store.getState()), true);
  await clock.pass(100);
  expect(isOver()).toBe(true);
});

test('a session that stops earlier ends the wait', async () => {
  const { clock, isOver, end } = waiting();
  end();
  await clock.pass(0);
  expect(isOver()).toBe(true);
});

test('a service that does not respond delays the journal by a second at most', async () => {
  const { clock, isOver } = waiting();
  await clock.pass(999);
  expect(isOver()).toBe(false);
  await clock.pass(1);
  expect(isOver()).toBe(true);
});
