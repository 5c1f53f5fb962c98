import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ARMED_MS, isAnswerable, UNANSWERABLE_MS, watchQuestions } from '../../../src/keymap/questions.ts';
import type { Armed } from '../../../src/state/dialogs/armed-action.ts';
import { armedWith, disarmed } from '../../../src/state/dialogs/confirmation.ts';
import { dialogClosed, dialogOpened } from '../../../src/state/dialogs/dialog-stack.ts';
import { rowsArrived } from '../../../src/state/lists/transitions.ts';
import type { ConsoleState } from '../../../src/state/state.ts';
import { handClock, NOON } from '../hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../made.ts';

const armed = (key: string): Armed => ({
  key,
  sentence: 'pause a, 1 running instance stops ($2.50/h)',
  rows: ['a'],
  hidden: null,
  for: { kind: 'action', pane: 'bids', action: 'pause-bid', fids: ['a'] },
});

function watched() {
  const store = createStore<ConsoleState>(() =>
    consoleWith({ bids: [bid('a')], instances: [instance('i-1', { bid: 'a' })] }),
  );
  const clock = handClock();
  const stop = watchQuestions(store, clock);
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  return { store, clock, stop, change, answerable: () => isAnswerable(store.getState()) };
}

const start = { at: NOON, sequence: 1 };
/** A second instance of the bid runs. */
const oneMore = (state: ConsoleState): ConsoleState =>
  rowsArrived(state, 'instances', whole(instance('i-1', { bid: 'a' }), instance('i-2', { bid: 'a' })), start, NOON);

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

test('the question of a first tap says what it means by now, and is answerable 250 ms after it has changed', async () => {
  const { store, clock, change, answerable } = watched();
  change((state) => armedWith(state, armed('p')));
  await clock.pass(UNANSWERABLE_MS);
  expect(answerable()).toBe(true);
  change(oneMore);
  expect(store.getState().armed?.sentence).toBe('pause a, 2 running instances stop ($5.00/h)');
  expect(answerable()).toBe(false);
  await clock.pass(UNANSWERABLE_MS);
  expect(answerable()).toBe(true);
});

test('the question of pausing a set says what it means by now', () => {
  const { store, change } = watched();
  const of = { kind: 'pause-set', name: 'night', fids: ['a'] } as const;
  change((state) =>
    armedWith(state, {
      ...armed('y'),
      sentence: 'pause a, 1 running instance stops ($2.50/h), as the set night',
      for: of,
    }),
  );
  change(oneMore);
  expect(store.getState().armed?.sentence).toBe('pause a, 2 running instances stop ($5.00/h), as the set night');
});

test('rows that change nothing about a question leave it answerable', async () => {
  const { clock, change, answerable } = watched();
  change((state) => armedWith(state, armed('p')));
  await clock.pass(UNANSWERABLE_MS);
  change((state) => rowsArrived(state, 'bids', whole(bid('a'), bid('b')), start, NOON));
  expect(answerable()).toBe(true);
});

test('a question that changed is still cancelled five seconds after its first tap', async () => {
  const { store, clock, change } = watched();
  change((state) => armedWith(state, armed('p')));
  await clock.pass(ARMED_MS - 1);
  change(oneMore);
  expect(store.getState().armed).not.toBeNull();
  await clock.pass(1);
  expect(store.getState().armed).toBeNull();
});

test('a question that is no longer possible goes away, and the reason is shown', () => {
  const { store, change } = watched();
  change((state) => armedWith(state, armed('p')));
  change((state) => rowsArrived(state, 'bids', whole(bid('a', { status: 'Paused' })), start, NOON));
  expect(store.getState().armed).toBeNull();
  expect(store.getState().notice?.text).toBe('a is paused already.');
});

test('nothing happens any more once it is no longer watched', async () => {
  const { store, clock, change, stop } = watched();
  change((state) => armedWith(state, armed('p')));
  stop();
  await clock.pass(ARMED_MS);
  expect(store.getState().armed).not.toBeNull();
  expect(store.getState().answerable).toBeNull();
});
