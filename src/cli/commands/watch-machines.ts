import type { StoreApi } from 'zustand/vanilla';
import type { Settings } from '../../config/settings.ts';
import type { Cancel } from '../../lib/clock.ts';
import { machineClock as clock } from '../../lib/clock.ts';
import { createCollector } from '../../machines/collector.ts';
import type { Reading } from '../../machines/reading.ts';
import type { MachineTarget } from '../../machines/source.ts';
import { type MachineTrouble, troubleOf, troubleWords } from '../../resources/parts/machine-problem.ts';
import { isReadable, machinesRead, readableMachines } from '../../state/machines.ts';
import { readingsOf } from '../../state/readings.ts';
import type { ConsoleState } from '../../state/state.ts';
import { machinesOverSsh } from '../../system/machine-ssh.ts';
import { writeErrorLine } from '../../system/streams.ts';

/** Most machines that a line on stderr names. */
const MAX_NAMED = 5;

type Watched = {
  readonly store: StoreApi<ConsoleState>;
  readonly settings: Pick<Settings, 'sshUser' | 'sshOptions'>;
  /** Machines to read all the time; none for all machines in turns. */
  readonly targets?: () => readonly MachineTarget[];
};

/** Reads machines over SSH into the state, and reports on stderr those that can't be read. Returns the function that stops it. */
export function watchMachines({ store, settings, targets }: Watched): Cancel {
  const source = machinesOverSsh(() => ({ user: settings.sshUser, options: settings.sshOptions }));
  const collector = createCollector({
    ...{ clock, random: Math.random, source: () => source },
    targets: targets ?? (() => []),
    rest: targets ?? (() => readableMachines(store.getState())),
    exists: (target) => isReadable(store.getState(), target),
    everyMs: () => store.getState().machines.everyMs,
    onEvents: (events) => store.setState(machinesRead(store.getState(), events), true),
  });
  const stopReports = reportTroubles(store);
  collector.start();
  return () => {
    collector.stop();
    stopReports();
  };
}

/** Reports machines when they can no longer be read, those with the same reason together. */
function reportTroubles(store: StoreApi<ConsoleState>): Cancel {
  const last = new Map<string, MachineTrouble | null>();
  return store.subscribe(({ lists }, before) => {
    if (lists.machines === before.lists.machines) return;
    const changed = [...readingsOf(lists.machines).values()].filter((reading) => {
      const was = last.get(reading.fid) ?? null;
      last.set(reading.fid, troubleOf(reading));
      return troubleOf(reading) !== was;
    });
    for (const line of troubleLines(store.getState(), changed)) writeErrorLine(line);
  });
}

/** Returns a line for each reason why machines can't be read: which ones, and what to do. */
export function troubleLines({ lists }: ConsoleState, readings: readonly Reading[]): readonly string[] {
  const byTrouble = Map.groupBy(readings, troubleOf);
  const nameOf = (fid: string): string => lists.instances.rows.get(fid)?.row.name || fid;
  return [...byTrouble].flatMap(([trouble, machines]) => {
    const names = machines.map(({ fid }) => nameOf(fid));
    const [first] = names;
    if (trouble === null || first === undefined) return [];
    const more = names.length - MAX_NAMED;
    const which = `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const { word, remedy } = troubleWords[trouble];
    return [`${which}: ${word}. ${remedy(`spotdeck ssh ${first}`)}`];
  });
}
