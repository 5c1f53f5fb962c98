import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ARMED_MS, isAnswerable, UNANSWERABLE_MS, watchQuestions } from '../../../src/keymap/questions.ts';
import type { Armed } from '../../../src/state/dialogs/armed-action.ts';
import { armedWith, disarmed } from '../../../src/state/dialogs/confirmation.ts';
import { dialogClosed, dialogOpened } from '../../../src/state/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../../src/state/state.ts';
import { handClock } from '../hand-clock.ts';
import { bid, consoleWith } from '../made.ts';

const armed = (key: string): Armed => ({
  key,
  sentence: 'pause a',
  hidden: null,
  for: { kind: 'action', pane: 'bids', action: 'pause-bid', fids: ['a'] },
});

function watched() {
  const store = createStore<ConsoleState>(() => consoleWith({ bids: [bid('a')] }));
  const clock = handClock();
  const stop = watchQuestions(store, clock);
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  return { store, clock, stop, change, answerable: () => isAnswerable(store.getState()) };
}

test('a question can be answered 250 ms after it appeared, and no sooner', async () => {
  const { clock, change, answerable } = watched();
  change((state) => armedWith(state, armed('p')));
  expect(answerable()).toBe(false);
  await clock.pass(UNANSWERABLE_MS - 1);
  expect(answerable()).toBe(false);
  await clock.pass(1);
  expect(answerable()).toBe(true);
});

test("each question has its own delay, and a closed one can't be answered later", async () => {
  const { clock, change, answerable } = watched();
  change((state) => armedWith(state, armed('p')));
  await clock.pass(UNANSWERABLE_MS);
  change((state) => armedWith(state, armed('r')));
  expect(answerable()).toBe(false);
  await clock.pass(UNANSWERABLE_MS - 1);
  expect(answerable()).toBe(false);
  change(disarmed);
  await clock.pass(UNANSWERABLE_MS);
  expect(answerable()).toBe(false);
});

test('a first tap is cancelled after five seconds, a dialog is not', async () => {
  const { store, clock, change, answerable } = watched();
  change((state) => armedWith(state, armed('p')));
  await clock.pass(ARMED_MS - 1);
  expect(store.getState().armed).not.toBeNull();
  await clock.pass(1);
  expect(store.getState().armed).toBeNull();
  change((state) => dialogOpened(state, { kind: 'quit', why: '' }));
  await clock.pass(10 * ARMED_MS);
  expect(answerable()).toBe(true);
  change(dialogClosed);
  expect(answerable()).toBe(false);
});

test('nothing happens any more once it is no longer watched', async () => {
  const { store, clock, change, stop } = watched();
  change((state) => armedWith(state, armed('p')));
  stop();
  await clock.pass(ARMED_MS);
  expect(store.getState().armed).not.toBeNull();
  expect(store.getState().answerable).toBeNull();
});
