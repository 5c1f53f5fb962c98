import type { StoreApi } from 'zustand/vanilla';
import type { Settings } from '../../config/settings.ts';
import type { Cancel } from '../../lib/clock.ts';
import { machineClock as clock } from '../../lib/clock.ts';
import { createCollector } from '../../machines/collector.ts';
import type { Reading } from '../../machines/reading.ts';
import { type MachineTarget, NEEDS_OPERATOR } from '../../machines/source.ts';
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
  /** Machines to read all the time, those beyond the limit of streams in turns; null for all machines in turns. */
  readonly targets: (() => readonly MachineTarget[]) | null;
};

/** Reads machines over SSH into the state. Returns the function that stops it. */
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
  collector.start();
  return collector.stop;
}

/** Reports machines on stderr when they can no longer be read, those with the same reason together. Returns the function that stops it. */
export function reportTroubles(store: StoreApi<ConsoleState>): Cancel {
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

/**
 * Returns a line for each reason why machines can't be read: which ones, and what to do. `once`: they are not tried again. Otherwise
 * those that need the operator are tried again when the command is started again.
 */
export function troubleLines(
  { lists }: ConsoleState,
  readings: readonly Reading[],
  { once = false } = {},
): readonly string[] {
  const byTrouble = Map.groupBy(readings, troubleOf);
  const nameOf = (fid: string): string => lists.instances.rows.get(fid)?.row.name || fid;
  return [...byTrouble].flatMap(([trouble, machines]) => {
    const names = machines.map(({ fid }) => nameOf(fid));
    const [first] = names;
    if (trouble === null || first === undefined) return [];
    const more = names.length - MAX_NAMED;
    const which = `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const { word, remedy } = troubleWords[trouble];
    // One without an address is read once it has one.
    const waits = trouble !== 'no-address' && NEEDS_OPERATOR.some((kind) => kind === trouble);
    const then = waits && !once ? ' Then start this command again.' : '';
    return [`${which}: ${word}. ${remedy(`spotdeck ssh ${first}`, ...(once || waits ? ([''] as const) : []))}${then}`];
  });
}
