import { instancesByBid } from '../../resources/parts/joins.ts';
import { panesShown } from '../../store/panes/layout.ts';
import { rowsOnScreen } from '../../store/panes/on-screen.ts';
import type { ConsoleState } from '../../store/state.ts';
import { demandsOf } from '../../store/state-part.ts';
import { machineSettingsOf } from './machine-settings.ts';
import { machineTarget, readableMachines } from './machines.ts';
import type { MachineTarget } from './source.ts';

declare module '../../store/state-part.ts' {
  interface Demands {
    /** Whether all machines are looked at now, so that each is read in its turn unless machines are off. */
    readonly machines?: boolean;
  }
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
  ]);
  return [...fids].flatMap((fid) => {
    const row = instances.rows.get(fid)?.row;
    return row === undefined ? [] : (machineTarget(row) ?? []);
  });
}

/** The machines to read in turns: all, when that is chosen or the machines are on screen. */
export function machinesInTurns(state: ConsoleState): readonly MachineTarget[] {
  const { mode } = machineSettingsOf(state);
  const isLookedAt = (): boolean =>
    panesShown(state).includes('machines') || demandsOf(state).some(({ machines }) => machines === true);
  const all = mode === 'all' || (mode === 'visible' && isLookedAt());
  return all && state.shownInstead === null ? readableMachines(state) : [];
}
