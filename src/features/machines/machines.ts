import { type ListedRow, listedOwn } from '../../api/result.ts';
import type { Instance } from '../../contract/instance.ts';
import { editedMap } from '../../lib/maps.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { isStatus } from '../../resources/parts/status.ts';
import type { List } from '../../store/list.ts';
import { type ConsoleState, marksKept, withList } from '../../store/state.ts';
import { type MachineRow, machineRows, readingOf } from './machine-row.ts';
import { type MachineTarget, NEVER_READ, type Reading, type ReadingEvent, readingAfter } from './reading.ts';
import { type MachineMode, machineSettingsOf } from './settings.ts';

type ListedMachine = ListedRow<MachineRow>;

const jsonOf = ({ about, gpu, reading }: MachineRow): string =>
  JSON.stringify(gpu === null ? reading : { machine: about, gpu, problem: reading.problem });

/** Replaces rows of some machines; other rows keep their identity, and all keep their order. */
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

/** Adds events of streams. Those of stopped instances are dropped. */
export function machinesRead(state: ConsoleState, events: readonly ReadingEvent[]): ConsoleState {
  const readings = new Map<string, Reading>();
  for (const event of events) {
    const before = readings.get(event.fid) ?? readingOf(state.lists.machines, event.fid);
    if (before === null && !runs(state, event.fid)) continue;
    readings.set(event.fid, readingAfter(before, event, machineSettingsOf(state).simulated));
  }
  return withReadings(state, readings);
}

/** Takes starts of idleness from the journal, by fid: other consoles may have seen them. */
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

function runs({ lists }: ConsoleState, fid: string): boolean {
  return isStatus(lists.instances.rows.get(fid)?.row.status ?? null, 'running');
}

/** Lists machines of running instances, and removes the others. */
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

function ofAddress(reading: Reading, { ssh_destination }: Instance, at: number): Reading {
  const isMissing = reading.problem?.kind === 'no-address';
  if (!ssh_destination) return isMissing ? reading : { ...reading, problem: { kind: 'no-address', message: '', at } };
  return isMissing ? { ...reading, problem: null } : reading;
}

/** Chooses the machines to read. With `off` their rows go. */
export function machineModeChosen(state: ConsoleState, mode: MachineMode): ConsoleState {
  const chosen = { ...state, machines: { ...machineSettingsOf(state), mode } };
  if (mode !== 'off') return machinesListed(chosen);
  const all = new Map([...state.lists.machines.rows.values()].map(({ row }) => [row.about, null]));
  const list = { ...replaced(state.lists.machines, all), fetchedAt: null };
  return marksKept(withList(chosen, 'machines', list), 'machines');
}

/** Readable machines in the order of instances. */
export function readableMachines({ lists }: ConsoleState): readonly MachineTarget[] {
  return targetsAmong(lists.instances.rows);
}

const targetsAmong = memoizeLast((rows: ReadonlyMap<string, ListedRow<Instance>>): readonly MachineTarget[] =>
  [...rows.values()].flatMap(({ row }) => machineTarget(row) ?? []),
);

/** Where to read an instance's machine; null if stopped or without an address. */
export function machineTarget({ fid, status, ssh_destination: destination }: Instance): MachineTarget | null {
  return destination === null || !isStatus(status, 'running') ? null : { fid, destination };
}

/** Whether a machine may still be read at this address. */
export function isReadable(state: ConsoleState, { fid, destination }: MachineTarget): boolean {
  const row = state.lists.instances.rows.get(fid)?.row;
  return (
    machineSettingsOf(state).mode !== 'off' &&
    row !== undefined &&
    row.ssh_destination === destination &&
    isStatus(row.status, 'running')
  );
}
