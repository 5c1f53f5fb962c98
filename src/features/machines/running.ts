import type { StoreApi } from 'zustand/vanilla';
import { stopAll } from '../../app/parts.ts';
import type { OwnReads, RuntimeAccess } from '../../app/runtime-part.ts';
import type { RunningPart } from '../../command/feature.ts';
import { boundText } from '../../resources/parts/amounts.ts';
import { instancesByBid } from '../../resources/parts/joins.ts';
import { type Lengths, NOTHING, type OwnHeader, toned } from '../../store/header-order.ts';
import { panesShown } from '../../store/panes/layout.ts';
import { rowsOnScreen } from '../../store/panes/on-screen.ts';
import { type ConsoleState, NO_ROWS } from '../../store/state.ts';
import { sshWay } from '../ssh/settings.ts';
import { runningOf } from './commands/top-targets.ts';
import { createIdleEvents } from './idle-events.ts';
import { boundPerHour, briefIdleWords, idleNow, idleWords } from './idle-machines.ts';
import { machineSettingsOf } from './machine-settings.ts';
import { machinesOverSsh } from './machine-ssh.ts';
import { instancesOnPages } from './machine-tab.ts';
import { isReadable, machinesListed, machinesRead, machineTarget, readableMachines } from './machines.ts';
import { machineTabs } from './picture/tabs.ts';
import { topProgram } from './program.ts';
import { createCollector } from './reader/collector.ts';
import { simulatedSource } from './reader/simulated.ts';
import type { ReadingEvent } from './reading.ts';
import { machinePace, machineSettings } from './settings.ts';
import type { MachineTarget, SampleSource } from './source.ts';
import { machinesWithoutScreen, reportTroubles } from './troubles.ts';

/** The idle machines: a click on them shows them. */
const header: OwnHeader = {
  parts: [
    {
      name: 'idle',
      behind: 'cost',
      steps: { short: ['counts', 'short'], medium: ['place', 'short'], long: ['counts', 'long'] },
      texts: (state) => toned(idleLine(state), 'warn'),
      command: 'idle-machines',
    },
  ],
};

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
    header,
    pageTabs: machineTabs,
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

/** The number of idle machines and their highest cost per hour; what is not known of it is said at every length. */
function idleLine(state: ConsoleState): Lengths {
  const idle = idleNow(state);
  const { count, cost } = idle;
  if (count === 0) return NOTHING;
  const { glyphs } = state;
  const long = idleWords(idle, glyphs);
  const short = briefIdleWords(idle, glyphs);
  if (cost.kind === 'unknown') return { short, medium: long, long };
  return { short, medium: `${count} idle ${glyphs.dot} ${boundPerHour(cost, boundText, glyphs)}`, long };
}

/** The machines to read all the time: those of rows on screen, then those of bids on screen; none while machines are off. */
export function machinesOnScreen(state: ConsoleState): readonly MachineTarget[] {
  if (machineSettingsOf(state).mode === 'off' || !state.attended || state.shownInstead !== null) return [];
  const { instances } = state.lists;
  const ofBids = rowsOnScreen(state, 'bids').flatMap(({ row }) => instancesByBid(instances).get(row.fid)?.all ?? []);
  const fids = new Set<string>([
    ...rowsOnScreen(state, 'machines').map(({ row }) => row.about),
    ...rowsOnScreen(state, 'instances').map(({ row }) => row.fid),
    ...ofBids.map(({ fid }) => fid),
    ...instancesOnPages(state).map(({ fid }) => fid),
  ]);
  return [...fids].flatMap((fid) => {
    const row = instances.rows.get(fid)?.row;
    return row === undefined ? [] : (machineTarget(row) ?? []);
  });
}

/** The machines to read in turns: all, when that is chosen or the machines are on screen. */
export function machinesInTurns(state: ConsoleState): readonly MachineTarget[] {
  const { mode } = machineSettingsOf(state);
  const all = mode === 'all' || (mode === 'visible' && panesShown(state).includes('machines'));
  return all && state.shownInstead === null ? readableMachines(state) : [];
}
