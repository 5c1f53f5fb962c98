import type { StoreApi } from 'zustand/vanilla';
import type { Settings } from '../../config/settings.ts';
import type { Cancel } from '../../lib/clock.ts';
import type { ConsoleState } from '../../store/state.ts';
import { writeErrorLine } from '../../system/streams.ts';
import { readingsOf } from './machine-row.ts';
import { type MachineTrouble, troubleOf, troubleWords } from './parts/machine-problem.ts';
import { NEEDS_OPERATOR, type Reading } from './reading.ts';
import { type MachineSettings, machineSettings } from './settings.ts';

const MAX_NAMED = 5;

/** Without a screen all machines are read in turns, unless off or not needed. */
export function machinesWithoutScreen(settings: Pick<Settings, 'own'>, isNeeded = true): MachineSettings {
  const set = machineSettings(settings.own, { demo: false });
  return { ...set, mode: !isNeeded || set.mode === 'off' ? 'off' : 'all' };
}

/** Reports newly unreadable machines on stderr, grouped by reason. Returns the unsubscription. */
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

/** A line for each reason: machines, and what to do. `once`: they are not tried again. */
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
    // Without a usable address a machine is read once it has one.
    const waits =
      trouble !== 'no-address' && trouble !== 'bad-address' && NEEDS_OPERATOR.some((kind) => kind === trouble);
    const then = waits && !once ? ' Then start this command again.' : '';
    return [`${which}: ${word}. ${remedy(`spotdeck ssh ${first}`, ...(once || waits ? ([''] as const) : []))}${then}`];
  });
}
