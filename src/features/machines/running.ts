import type { StoreApi } from 'zustand/vanilla';
import { stopAll } from '../../app/parts.ts';
import type { OwnReads, RuntimeAccess } from '../../app/runtime-part.ts';
import type { RunningPart } from '../../command/feature.ts';
import { type ConsoleState, NO_ROWS } from '../../store/state.ts';
import { sshWay } from '../ssh/settings.ts';
import { runningOf } from './commands/top-targets.ts';
import { header } from './header.ts';
import { createIdleEvents } from './idle-events.ts';
import { machineSettingsOf } from './machine-settings.ts';
import { machinesOverSsh } from './machine-ssh.ts';
import { isReadable, machinesListed, machinesRead } from './machines.ts';
import { machinesInTurns, machinesOnScreen } from './on-screen.ts';
import { topProgram } from './program.ts';
import { createCollector } from './reader/collector.ts';
import { simulatedSource } from './reader/simulated.ts';
import type { ReadingEvent } from './reading.ts';
import { machinePace, machineSettings } from './settings.ts';
import type { SampleSource } from './source.ts';
import { machinesWithoutScreen, reportTroubles } from './troubles.ts';

/** Machines are listed with their instances, and have a tab while they are read. */
export const running: RunningPart = {
  runtime: {
    begun: (state, { own, connected }, { screen, once }) => ({
      ...state,
      machines: screen ? machineSettings(own, connected) : machinesWithoutScreen({ own }, !once),
    }),
    reads: readMachines,
    follows: (_, following) => createIdleEvents(following),
    // Which machines are read stays as the operator chose it.
    applied: (state, { own }) => ({ ...state, machines: { ...machineSettingsOf(state), ...machinePace(own) } }),
  },
  state: {
    kept: ['machines'],
    rowsArrived: (state, name) => (name === 'instances' ? machinesListed(state) : state),
    // Ages of samples stay as at this time.
    frozen: (lists, now) => ({ ...lists, machines: { ...lists.machines, fetchedAt: now } }),
    tabs: (state) => (machineSettingsOf(state).mode === 'off' ? [] : ['machines']),
    header,
  },
};

/** Reads machines while a program runs: those on screen all the time and the others in turns, or those that `top` was started for. */
function readMachines(running: RuntimeAccess): OwnReads {
  const { program, store, change, clock, random, profile } = running;
  const source: SampleSource = profile().connected.demo
    ? simulatedSource(clock, (fid) => store.getState().lists.instances.rows.get(fid)?.row)
    : machinesOverSsh(() => sshWay(profile().own));
  const readings = program.screen
    ? readingsWithTicks(store)
    : {
        add: (events: readonly ReadingEvent[]) => change((state) => machinesRead(state, events)),
        stop: () => undefined,
      };
  const named = () => {
    const state = store.getState();
    return runningOf(state, state.named === NO_ROWS ? null : state.named);
  };
  const isTop = program === topProgram;
  const collector = createCollector({
    clock,
    random,
    source: () => source,
    targets: isTop ? named : () => machinesOnScreen(store.getState()),
    rest: isTop ? named : () => machinesInTurns(store.getState()),
    exists: (target) => isReadable(store.getState(), target),
    everyMs: () => machineSettingsOf(store.getState()).everyMs,
    onEvents: readings.add,
  });
  const stops = [
    collector.stop,
    readings.stop,
    retryAfterSessions(store, (fid) => collector.retry(fid)),
    // `top` shows what can't be read in its own way.
    ...(program.screen || isTop ? [] : [reportTroubles(store)]),
  ];
  collector.start();
  return { again: () => collector.retry(), stop: () => stopAll(stops) };
}

/**
 * Takes what streams of machines bring into the state together with the next tick of the clock, which draws a frame anyway: frames of
 * their own would cost more than everything else about machines.
 */
export function readingsWithTicks(store: StoreApi<ConsoleState>) {
  let waiting: readonly ReadingEvent[] = [];
  const stop = store.subscribe((state, before) => {
    if (waiting.length === 0 || state.now === before.now) return;
    const due = waiting;
    waiting = [];
    // What arrived before machines were switched off stays off the screen.
    if (machineSettingsOf(state).mode !== 'off') store.setState(machinesRead(state, due), true);
  });
  return {
    add: (events: readonly ReadingEvent[]): void => {
      waiting = [...waiting, ...events];
    },
    stop,
  };
}

/**
 * Calls a function with the fid of an instance when a terminal session to it has ended: its host key may be known now, and its machine
 * can be tried again. Returns a function that stops this.
 */
export function retryAfterSessions(
  store: Pick<StoreApi<ConsoleState>, 'subscribe'>,
  retry: (fid: string) => void,
): () => void {
  return store.subscribe(({ lists: { sessions } }, { lists: { sessions: before } }) => {
    if (sessions.rows === before.rows) return;
    for (const [fid, { row }] of sessions.rows)
      if (row.endedAt !== null && before.rows.get(fid)?.row.endedAt === null) retry(row.about);
  });
}
