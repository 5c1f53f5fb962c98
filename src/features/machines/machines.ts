import { type ListedRow, listedOwn } from '../../api/result.ts';
import type { Instance } from '../../contract/instance.ts';
import { editedMap } from '../../lib/maps.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { isStatus } from '../../resources/parts/status.ts';
import type { List } from '../../store/list.ts';
import { type ConsoleState, marksKept, withList } from '../../store/state.ts';
import { type MachineRow, machineRows } from './machine-row.ts';
import { type MachineMode, machineSettingsOf, NEVER_READ } from './machine-settings.ts';
import { type Reading, type ReadingEvent, readingAfter } from './reading.ts';
import { readingOf } from './readings.ts';
import type { MachineTarget } from './source.ts';

type ListedMachine = ListedRow<MachineRow>;

const jsonOf = ({ about, gpu, reading }: MachineRow): string =>
  JSON.stringify(gpu === null ? reading : { machine: about, gpu, problem: reading.problem });

/** Replaces the rows of some machines, by instance; the rows of the others keep their identity and all keep their order. */
function replaced(
  list: List<MachineRow>,
  machines: ReadonlyMap<string, { readonly reading: Reading; readonly name: string } | null>,
): List<MachineRow> {
  const changed = new Map<string, ListedMachine>();
  const gone: string[] = [];
  for (const [about, machine] of machines) {
    const own = list.rows.get(about)?.row;
    const before = own === undefined ? [] : [own, ...own.gpuRows.flatMap((fid) => list.rows.get(fid)?.row ?? [])];
    const after = machine === null ? [] : machineRows(machine.reading, machine.name, before);
    for (const row of after) changed.set(row.fid, listedOwn(row, jsonOf));
    const stay = new Set(after.map(({ fid }) => fid));
    for (const { fid } of before) {
      if (!stay.has(fid)) gone.push(fid);
    }
  }
  const rows = editedMap(list.rows, [...gone.map((fid) => [fid, undefined] as const), ...changed]);
  const delta = { before: list.rows, after: rows, changed: [...changed.keys()], gone, inOrder: true };
  return { ...list, rows, delta };
}

/** Adds what streams have brought. Events of instances that no longer run are dropped. */
export function machinesRead(state: ConsoleState, events: readonly ReadingEvent[]): ConsoleState {
  const readings = new Map<string, Reading>();
  for (const event of events) {
    const before = readings.get(event.fid) ?? readingOf(state.lists.machines, event.fid);
    if (before === null && !runs(state, event.fid)) continue;
    readings.set(event.fid, readingAfter(before, event, machineSettingsOf(state).simulated));
  }
  return withReadings(state, readings);
}

/** Takes since when machines are idle, by the fids of their instances, from the journal, which has what other consoles saw. */
export function idleSinceKnown(state: ConsoleState, since: ReadonlyMap<string, number>): ConsoleState {
  const readings = [...since].flatMap(([fid, idleSince]) => {
    const reading = readingOf(state.lists.machines, fid);
    return reading === null ? [] : [[fid, { ...reading, idleSince }] as const];
  });
  return withReadings(state, new Map(readings));
}

function withReadings(state: ConsoleState, readings: ReadonlyMap<string, Reading>): ConsoleState {
  const list = state.lists.machines;
  const machines = [...readings].flatMap(([fid, reading]) => {
    const instance = state.lists.instances.rows.get(fid)?.row;
    return instance === undefined ? [] : [[fid, { reading, name: nameOf(instance) }] as const];
  });
  if (machines.length === 0) return state;
  const next = withList(state, 'machines', { ...replaced(list, new Map(machines)), fetchedAt: state.now });
  return marksKept(next, 'machines');
}

const nameOf = ({ name, fid }: Instance): string => name || fid;

/** Whether an instance is listed and runs. */
function runs({ lists }: ConsoleState, fid: string): boolean {
  return isStatus(lists.instances.rows.get(fid)?.row.status ?? null, 'running');
}

/** Lists the machines of the instances that run, read or not, and removes those of instances that left the list or no longer run. */
export function machinesListed(state: ConsoleState): ConsoleState {
  const { instances, machines: list } = state.lists;
  const { mode, simulated } = machineSettingsOf(state);
  if (mode === 'off' && list.rows.size === 0 && list.fetchedAt === null) return state;
  const machines = new Map<string, { readonly reading: Reading; readonly name: string } | null>();
  for (const { row } of list.rows.values())
    if (row.gpu === null && !runs(state, row.about)) machines.set(row.about, null);
  for (const { row } of instances.rows.values()) {
    const own = list.rows.get(row.fid)?.row;
    if (!isStatus(row.status, 'running') || state.shownInstead !== null || (own === undefined && mode === 'off'))
      continue;
    const name = nameOf(row);
    const reading = ofAddress(own?.reading ?? { fid: row.fid, simulated, ...NEVER_READ }, row, state.now);
    if (own?.name !== name || own.reading !== reading) machines.set(row.fid, { reading, name });
  }
  const fetchedAt = mode === 'off' ? null : instances.fetchedAt;
  if (machines.size === 0 && (list.fetchedAt === null) === (fetchedAt === null)) return state;
  const next = machines.size === 0 ? list : replaced(list, machines);
  return marksKept(withList(state, 'machines', { ...next, fetchedAt }), 'machines');
}

/** A reading that says whether its instance has an address. */
function ofAddress(reading: Reading, { ssh_destination }: Instance, at: number): Reading {
  const isMissing = reading.problem?.kind === 'no-address';
  if (!ssh_destination) return isMissing ? reading : { ...reading, problem: { kind: 'no-address', message: '', at } };
  return isMissing ? { ...reading, problem: null } : reading;
}

/** Chooses which machines are read. With `off` what was read leaves the screen. */
export function machineModeChosen(state: ConsoleState, mode: MachineMode): ConsoleState {
  const chosen = { ...state, machines: { ...machineSettingsOf(state), mode } };
  if (mode !== 'off') return machinesListed(chosen);
  const all = new Map([...state.lists.machines.rows.values()].map(({ row }) => [row.about, null]));
  const list = { ...replaced(state.lists.machines, all), fetchedAt: null };
  return marksKept(withList(chosen, 'machines', list), 'machines');
}

/** All machines that can be read, in the order of the instances. */
export function readableMachines({ lists }: ConsoleState): readonly MachineTarget[] {
  return targetsAmong(lists.instances.rows);
}

const targetsAmong = memoizeLast((rows: ReadonlyMap<string, ListedRow<Instance>>): readonly MachineTarget[] =>
  [...rows.values()].flatMap(({ row }) => machineTarget(row) ?? []),
);

/** Where the machine of an instance is read; null when it does not run or has no address. */
export function machineTarget({ fid, status, ssh_destination: destination }: Instance): MachineTarget | null {
  return destination === null || !isStatus(status, 'running') ? null : { fid, destination };
}

/** Whether an instance still runs at this address and machines are read. */
export function isReadable(state: ConsoleState, { fid, destination }: MachineTarget): boolean {
  const row = state.lists.instances.rows.get(fid)?.row;
  return (
    machineSettingsOf(state).mode !== 'off' &&
    row !== undefined &&
    row.ssh_destination === destination &&
    isStatus(row.status, 'running')
  );
}
