import { expect, test } from 'vitest';
import { TAP_MS, watchQuestions } from '../../../src/screen/keymap/watch-questions.ts';
import { dialogClosed, dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import { questionAbout, type Request, UNANSWERABLE_MS } from '../../../src/store/question.ts';
import { effectNow } from '../../../src/store/questions/record.ts';
import { tapCancelled } from '../../../src/store/questions/renew.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { handClock, NOON } from '../hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../made.ts';

const pause: Request = { kind: 'action', pane: 'bids', action: 'pause-bid', fids: ['a'], hidden: null, direct: true };

/** The state after a first tap. */
const tapped =
  (key: string, request: Request = pause) =>
  (state: ConsoleState): ConsoleState => {
    const effect = effectNow(state, request);
    if (!effect.ok) throw new Error(effect.error);
    return { ...state, tapQuestion: questionAbout(request, effect.value, key) };
  };

function watched() {
  const { controller, left } = operatorAt(
    consoleWith({ bids: [bid('a')], instances: [instance('i-1', { bid: 'a' })] }),
  );
  const { store } = controller;
  const clock = handClock();
  const stop = watchQuestions(controller, clock);
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  return { controller, left, store, clock, stop, change, answerable: () => store.getState().answerable !== null };
}

const start = { at: NOON, sequence: 1 };
/** A second instance of the bid runs. */
const oneMore = (state: ConsoleState): ConsoleState =>
  rowsArrived(state, 'instances', whole(instance('i-1', { bid: 'a' }), instance('i-2', { bid: 'a' })), start, NOON);

test('a question can be answered 250 ms after it appeared, and no sooner', async () => {
  const { clock, change, answerable } = watched();
  change(tapped('p'));
  expect(answerable()).toBe(false);
  await clock.pass(UNANSWERABLE_MS - 1);
  expect(answerable()).toBe(false);
  await clock.pass(1);
  expect(answerable()).toBe(true);
});

test("each question has its own delay, and a closed one can't be answered later", async () => {
  const { clock, change, answerable } = watched();
  change(tapped('p'));
  await clock.pass(UNANSWERABLE_MS);
  change(tapped('r'));
  expect(answerable()).toBe(false);
  await clock.pass(UNANSWERABLE_MS - 1);
  expect(answerable()).toBe(false);
  change(tapCancelled);
  await clock.pass(UNANSWERABLE_MS);
  expect(answerable()).toBe(false);
});

test('a first tap is cancelled after five seconds, a dialog is not', async () => {
  const { store, clock, change, answerable } = watched();
  change(tapped('p'));
  await clock.pass(TAP_MS - 1);
  expect(store.getState().tapQuestion).not.toBeNull();
  await clock.pass(1);
  expect(store.getState().tapQuestion).toBeNull();
  change((state) => dialogOpened(state, { kind: 'quit', why: '' }));
  await clock.pass(10 * TAP_MS);
  expect(answerable()).toBe(true);
  change(dialogClosed);
  expect(answerable()).toBe(false);
});

test('the question of a first tap says what it means by now, and is answerable 250 ms after it has changed', async () => {
  const { store, clock, change, answerable } = watched();
  change(tapped('p'));
  await clock.pass(UNANSWERABLE_MS);
  expect(answerable()).toBe(true);
  change(oneMore);
  expect(store.getState().tapQuestion?.effect.sentence).toBe('pause a, 2 running instances stop ($5.00/h)');
  expect(answerable()).toBe(false);
  await clock.pass(UNANSWERABLE_MS);
  expect(answerable()).toBe(true);
});

test('rows that change nothing about a question leave it answerable', async () => {
  const { clock, change, answerable } = watched();
  change(tapped('p'));
  await clock.pass(UNANSWERABLE_MS);
  change((state) => rowsArrived(state, 'bids', whole(bid('a'), bid('b')), start, NOON));
  expect(answerable()).toBe(true);
});

test('a question that changed is still cancelled five seconds after its first tap', async () => {
  const { store, clock, change } = watched();
  change(tapped('p'));
  await clock.pass(TAP_MS - 1);
  change(oneMore);
  expect(store.getState().tapQuestion).not.toBeNull();
  await clock.pass(1);
  expect(store.getState().tapQuestion).toBeNull();
});

test('a question that is no longer possible goes away, and the reason is shown', () => {
  const { store, change } = watched();
  change(tapped('p'));
  change((state) => rowsArrived(state, 'bids', whole(bid('a', { status: 'Paused' })), start, NOON));
  expect(store.getState().tapQuestion).toBeNull();
  expect(store.getState().notice?.text).toBe('a is paused already.');
});

test('nothing happens any more once it is no longer watched', async () => {
  const { store, clock, change, stop } = watched();
  change(tapped('p'));
  stop();
  await clock.pass(TAP_MS);
  expect(store.getState().tapQuestion).not.toBeNull();
  expect(store.getState().answerable).toBeNull();
});
