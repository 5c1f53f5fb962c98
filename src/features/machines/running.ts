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
import { runningOf, topProgram } from './commands/top-targets.ts';
import { createIdleEvents } from './idle-events.ts';
import { boundPerHour, briefIdleWords, idleNow, idleWords } from './idle-machines.ts';
import { machinesOverSsh } from './machine-ssh.ts';
import { instancesOnPages } from './machine-tab.ts';
import { isReadable, machinesListed, machinesRead, machineTarget, readableMachines } from './machines.ts';
import { machineTabs } from './picture/tabs.ts';
import { createCollector } from './reader/collector.ts';
import { simulatedSource } from './reader/simulated.ts';
import type { MachineTarget, ReadingEvent, SampleSource } from './reading.ts';
import { machinePace, machineSettings, machineSettingsOf } from './settings.ts';
import { machinesWithoutScreen, reportTroubles } from './troubles.ts';

/** A click shows the idle machines. */
const header: OwnHeader = {
  parts: [
    {
      name: 'idle',
      steps: { short: ['counts', 'short'], medium: ['place', 'short'], long: ['counts', 'long'] },
      texts: (state) => toned(idleLine(state), 'warn'),
      command: 'idle-machines',
    },
  ],
};

export const running: RunningPart = {
  runtime: {
    begun: (state, { own, connected }, { screen, once }) => ({
      ...state,
      machines: screen ? machineSettings(own, connected) : machinesWithoutScreen({ own }, !once),
    }),
    reads: readMachines,
    follows: (_, following) => createIdleEvents(following),
    // The operator's choice of machines stays.
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

/** Reads machines while a program runs: those on screen always and others in turns, or those named for `top`. */
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
    // `top` reports unreadable machines itself.
    ...(program.screen || isTop ? [] : [reportTroubles(store)]),
  ];
  collector.start();
  return { again: () => collector.retry(), stop: () => stopAll(stops) };
}

/**
 * Takes events into the state with the next tick, which draws a frame anyway: frames of their own would cost more than
 * all else here.
 */
export function readingsWithTicks(store: StoreApi<ConsoleState>) {
  let waiting: readonly ReadingEvent[] = [];
  const stop = store.subscribe((state, before) => {
    if (waiting.length === 0 || state.now === before.now) return;
    const due = waiting;
    waiting = [];
    // Events from before `off` stay off the screen.
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
 * Calls `retry` with an instance's fid after a session to it: its host key may be known now. Returns the
 * unsubscription.
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

/** Idle machines and their highest cost per hour; unknown prices are mentioned at every length. */
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

/** Machines to read all the time: those of rows, bids and pages on screen. */
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

/** Machines to read in turns: all, if chosen or on screen. */
export function machinesInTurns(state: ConsoleState): readonly MachineTarget[] {
  const { mode } = machineSettingsOf(state);
  const all = mode === 'all' || (mode === 'visible' && panesShown(state).includes('machines'));
  return all && state.shownInstead === null ? readableMachines(state) : [];
}
