import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createLeaving } from '../../src/app/leaving.ts';
import { pauseBid } from '../../src/resources/bids/writes.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { writesQueued } from '../../src/store/writes/pending-writes.ts';
import { handClock } from '../store/hand-clock.ts';
import { bid, consoleWith } from '../store/made.ts';

/** A console that is left with some changes under way, and what keeps its process running. */
function left(state: ConsoleState) {
  const clock = handClock();
  const store = createStore<ConsoleState>(() => state);
  const { part } = createLeaving(store, clock);
  part.start();
  const ended = Promise.resolve(part.stop());
  return { store, pass: clock.pass, timers: () => clock.due().length, ended };
}

const row = bid('a');
const idle = consoleWith({ bids: [row] });
const sending = writesQueued(idle, [pauseBid(row.row)]);

test('with no change under way the shell has its prompt at once: no timer keeps the process running', async () => {
  const { ended, timers } = left(idle);
  await ended;
  expect(timers()).toBe(0);
});

test('with a change under way it is waited for, a second at most, and no timer is left after its answer', async () => {
  const answered = left(sending);
  expect(answered.timers()).toBe(1);
  answered.store.setState({ queued: [] });
  await answered.ended;
  expect(answered.timers()).toBe(0);
  const never = left(sending);
  await never.pass(1000);
  await never.ended;
  expect(never.timers()).toBe(0);
});
