import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../../store/state.ts';
import { machinesRead } from './machines.ts';
import type { ReadingEvent } from './reading.ts';
import { machineSettingsOf } from './settings-now.ts';

export type MachineReadings = {
  readonly add: (events: readonly ReadingEvent[]) => void;
  readonly stop: () => void;
};

/**
 * Takes what streams of machines bring into the state together with the next tick of the clock, which draws a frame anyway: frames of
 * their own would cost more than everything else about machines.
 */
export function readingsWithTicks(store: StoreApi<ConsoleState>): MachineReadings {
  let waiting: readonly ReadingEvent[] = [];
  const stop = store.subscribe((state, before) => {
    if (waiting.length === 0 || state.now === before.now) return;
    const due = waiting;
    waiting = [];
    // What arrived before machines were switched off stays off the screen.
    if (machineSettingsOf(state).mode !== 'off') store.setState(machinesRead(state, due), true);
  });
  return {
    add: (events) => {
      waiting = [...waiting, ...events];
    },
    stop,
  };
}
