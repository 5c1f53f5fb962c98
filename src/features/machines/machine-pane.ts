import { counted } from '../../lib/words.ts';
import { anyOf } from '../../resources/filter/parse.ts';
import { showNotice } from '../../store/activity.ts';
import { targetsIn, visibleRows } from '../../store/lists/visible-rows.ts';
import { cursorAt, filterPreset, filterTyped, pageOf, paneFocused, screenLeft } from '../../store/panes/cursor.ts';
import { refusedWithoutService } from '../../store/read-only.ts';
import { type ConsoleState, keyNamed, withView } from '../../store/state.ts';
import { machineModeChosen, readableMachines } from './machines.ts';
import { type MachineMode, machineSettingsOf } from './settings.ts';

/** Lines of a machine with its GPUs, at most eight for most machines. */
const LINES_EACH = 9;

export function noMachines(state: ConsoleState): string | null {
  const inReplay = refusedWithoutService(state, 'it has no machines.');
  if (inReplay !== null) return inReplay;
  const { fetchedAt, rows } = state.lists.instances;
  if (fetchedAt === null) return 'The instances are not read yet.';
  return rows.size === 0 || readableMachines(state).length === 0
    ? 'No instance runs, so there is no machine to read.'
    : null;
}

/** The filter for machines of the chosen bids or instances; null for all. */
function narrowed(state: ConsoleState): string | null {
  const { focus, lists } = state;
  const machines = new Map([...lists.machines.rows.values()].map(({ row }) => [row.about, row.name]));
  if (focus === 'instances') {
    const names = targetsIn(state, focus).flatMap(({ fid }) => machines.get(fid) ?? []);
    return names.length === 0 ? null : anyOf('machine', [...new Set(names)]);
  }
  if (focus !== 'bids') return null;
  const bids = new Set(
    [...lists.instances.rows.values()].flatMap(({ row }) => (machines.has(row.fid) ? (row.bid ?? []) : [])),
  );
  const names = targetsIn(state, focus).flatMap(({ fid, name }) => (bids.has(fid) ? name || fid : []));
  return names.length === 0 ? null : anyOf('bid', [...new Set(names)]);
}

export const readingBegun = (state: ConsoleState): ConsoleState =>
  machineSettingsOf(state).mode === 'off' ? modeAnnounced(state, 'visible') : state;

/** Shows the machines of the chosen bids or instances, or all. In their pane it first shows all, then goes back. */
export function machinesToggled(state: ConsoleState): ConsoleState {
  if (state.focus === 'machines')
    return state.views.machines.filter === '' ? screenLeft(state) : filterTyped(state, 'machines', '');
  const on = readingBegun(state);
  const filter = narrowed(on);
  const shown = withView(paneFocused(on, 'machines'), 'machines', { marks: new Set(), range: null });
  const opened = cursorAt(withFewOpened(filterPreset(shown, 'machines', filter ?? '')), 'machines', 0);
  const [target] =
    filter === null && (state.focus === 'bids' || state.focus === 'instances') ? targetsIn(state, state.focus) : [];
  return target === undefined || on !== state
    ? opened
    : showNotice(opened, `${target.name || target.fid} has no running instance: all machines are shown.`);
}

/** Opens the shown machines if all their GPUs fit. */
function withFewOpened(state: ConsoleState): ConsoleState {
  const machines = visibleRows(state, 'machines').rows.filter(({ row }) => row.gpu === null);
  if (machines.length > 1 && machines.length * LINES_EACH > pageOf(state, 'machines')) return state;
  const { opened } = state.views.machines;
  return withView(state, 'machines', { opened: new Set([...opened, ...machines.map(({ row }) => row.fid)]) });
}

/** Chooses the machines to read, and tells the operator. */
export function modeAnnounced(state: ConsoleState, mode: MachineMode): ConsoleState {
  const chosen = machineModeChosen(state.focus === 'machines' && mode === 'off' ? screenLeft(state) : state, mode);
  const count = readableMachines(chosen).length;
  const machines = counted(count, `${machineSettingsOf(state).simulated ? 'simulated ' : ''}machine`);
  const { reads, purpose } = machineSettingsOf(state).simulated
    ? { reads: `Reading ${machines}`, purpose: '' }
    : { reads: `Logging in to ${machines} over SSH`, purpose: ', to read them' };
  const stop = `${keyNamed(state, 'palette', ':')} machines off stops it.`;
  switch (mode) {
    case 'off':
      return showNotice(chosen, 'Machines are no longer read.');
    case 'visible':
      return showNotice(chosen, `${reads} while they are on screen${purpose}; ${stop}`);
    case 'all':
      return showNotice(chosen, `${reads}, in turns${purpose}; ${stop}`);
  }
}
