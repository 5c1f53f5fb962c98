import type { ConsoleState } from '../../../src/store/state.ts';
import { NOON } from '../../store/hand-clock.ts';
import { busy, failing, idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

const KINDS = [busy(), idleSince(NOON - 45 * MINUTE), failing('timeout')];

/** Machines of every kind: each third one works, is idle, can't be read. */
export function filled(state: ConsoleState): ConsoleState {
  const fids = [...state.lists.instances.rows.keys()];
  return withMachines(state, Object.fromEntries(fids.map((fid, n) => [fid, KINDS[n % KINDS.length] ?? []])));
}
