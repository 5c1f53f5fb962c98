import type { ListedRow } from '../api/result.ts';
import type { Instance } from '../contract/instance.ts';
import { memoizeLast } from '../lib/memoize.ts';
import { type Reading, type ReadingEvent, readingAfter } from '../machines/reading.ts';
import type { MachineTarget } from '../machines/source.ts';
import { type MachineRow, machineRows } from '../resources/local-rows.ts';
import { isStatus } from '../resources/parts/status.ts';
import type { MachineMode } from './machine-settings.ts';
import { reconcileCursor } from './panes/cursor.ts';
import { readingsOf } from './readings.ts';
import { type ConsoleState, withList } from './state.ts';

/** Returns a row with its JSON, which is made when it is shown: with each sample it would cost more than all the rest. */
function listed(row: MachineRow): ListedRow<MachineRow> {
  return {
    row,
    get raw() {
      return JSON.stringify(row);
    },
  };
}

const runs = ({ lists }: ConsoleState, fid: string): boolean =>
  isStatus(lists.instances.rows.get(fid)?.row.status ?? null, 'running');

/** Adds what streams have brought. Events of instances that no longer run are dropped. */
export function machinesRead(state: ConsoleState, events: readonly ReadingEvent[]): ConsoleState {
  const list = state.lists.machines;
  const readings = new Map<string, Reading>();
  for (const event of events) {
    if (!runs(state, event.fid)) continue;
    const before = readings.get(event.fid) ?? readingsOf(list).get(event.fid) ?? null;
    readings.set(event.fid, readingAfter(before, event, state.machines.simulated));
  }
  return withReadings(state, readings);
}

/** Takes since when machines are idle, by the fids of their instances, from the journal, which has what other consoles saw. */
export function idleSinceKnown(state: ConsoleState, since: ReadonlyMap<string, number>): ConsoleState {
  const known = readingsOf(state.lists.machines);
  const readings = [...since].flatMap(([fid, idleSince]) => {
    const reading = known.get(fid);
    return reading === undefined ? [] : [[fid, { ...reading, idleSince }] as const];
  });
  return withReadings(state, new Map(readings));
}

function withReadings(state: ConsoleState, readings: ReadonlyMap<string, Reading>): ConsoleState {
  const list = state.lists.machines;
  if (readings.size === 0) return state;
  const known = readingsOf(list);
  const rows = new Map(list.rows);
  for (const reading of readings.values()) {
    const after = new Map(machineRows(reading).map((row) => [row.fid, listed(row)]));
    const before = known.get(reading.fid);
    for (const { fid } of before === undefined ? [] : machineRows(before)) if (!after.has(fid)) rows.delete(fid);
    for (const [fid, row] of after) rows.set(fid, row);
  }
  return reconcileCursor(withList(state, 'machines', { ...list, rows, fetchedAt: state.now }), 'machines');
}

/** Removes the machines of instances that left the list or no longer run. */
export function goneMachinesRemoved(state: ConsoleState): ConsoleState {
  const list = state.lists.machines;
  if (list.rows.size === 0) return state;
  const rows = new Map([...list.rows].filter(([, { row }]) => runs(state, row.about)));
  return rows.size === list.rows.size
    ? state
    : reconcileCursor(withList(state, 'machines', { ...list, rows }), 'machines');
}

/** Chooses which machines are read. With `off` what was read leaves the screen. */
export function machineModeChosen(state: ConsoleState, mode: MachineMode): ConsoleState {
  const chosen = { ...state, machines: { ...state.machines, mode } };
  if (mode !== 'off') return chosen;
  return reconcileCursor(withList(chosen, 'machines', { ...chosen.lists.machines, rows: new Map() }), 'machines');
}

/** Returns all machines that can be read, in the order of the instances. */
export function readableMachines({ lists }: ConsoleState): readonly MachineTarget[] {
  return targetsAmong(lists.instances.rows);
}

const targetsAmong = memoizeLast((rows: ReadonlyMap<string, ListedRow<Instance>>): readonly MachineTarget[] =>
  [...rows.values()].flatMap(({ row }) => machineTarget(row) ?? []),
);

/** Returns where the machine of an instance is read; null when it does not run or has no address. */
export function machineTarget({ fid, status, ssh_destination: destination }: Instance): MachineTarget | null {
  return destination === null || !isStatus(status, 'running') ? null : { fid, destination };
}

/** Whether an instance still runs at this address and machines are read. */
export function isReadable({ lists, machines }: ConsoleState, { fid, destination }: MachineTarget): boolean {
  const row = lists.instances.rows.get(fid)?.row;
  return (
    machines.mode !== 'off' &&
    row !== undefined &&
    row.ssh_destination === destination &&
    isStatus(row.status, 'running')
  );
}
