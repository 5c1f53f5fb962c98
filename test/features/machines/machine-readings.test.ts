import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { machineModeChosen } from '../../../src/features/machines/machines.ts';
import { readingsOf } from '../../../src/features/machines/readings.ts';
import { readingsWithTicks } from '../../../src/features/machines/running.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { timePassed } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith, instance } from '../../store/made.ts';
import { sampleOf } from './reader/made-source.ts';

function openReadings() {
  const start = consoleWith({ instances: [instance('one')] });
  const store = createStore<ConsoleState>(() => machineModeChosen(start, 'visible'));
  const readings = readingsWithTicks(store);
  return {
    sampled: () => readings.add([{ kind: 'sampled', fid: 'one', sample: sampleOf(0, NOON) }]),
    change: (transition: (state: ConsoleState) => ConsoleState) => store.setState(transition(store.getState()), true),
    tick: (now: number) => store.setState(timePassed(store.getState(), now), true),
    /** Machines of which a sample is known. */
    shown: () =>
      [...readingsOf(store.getState().lists.machines).values()].filter(({ sample }) => sample !== null).length,
    stop: readings.stop,
  };
}

test('a sample is on screen with the next tick of the clock, and draws no frame of its own', () => {
  const { sampled, tick, shown } = openReadings();
  sampled();
  expect(shown()).toBe(0);
  tick(NOON + 1000);
  expect(shown()).toBe(1);
});

test('a sample that arrived before machines were switched off does not come back, not even when they are on again', () => {
  const { sampled, change, tick, shown } = openReadings();
  sampled();
  change((state) => machineModeChosen(state, 'off'));
  tick(NOON + 1000);
  expect(shown()).toBe(0);
  change((state) => machineModeChosen(state, 'visible'));
  tick(NOON + 2000);
  expect(shown()).toBe(0);
});

test('a sample of a session that has ended is not shown in the next one', () => {
  const { sampled, tick, shown, stop } = openReadings();
  sampled();
  stop();
  tick(NOON + 1000);
  expect(shown()).toBe(0);
});
