import { pauseAction } from '../../resources/bids/pausing.ts';
import { closes, type Dialog } from '../../screen/dialogs/dialog.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { type Binding, transition } from '../../screen/keys/binding.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { disabledReason } from '../../store/disabled-reason.ts';
import { cursorRow } from '../../store/lists/visible-rows.ts';
import { ask } from '../../store/questions/ask.ts';
import { liveContextOf } from '../../store/row-context.ts';
import { refusedWithoutService } from '../../store/shown-instead.ts';
import type { ConsoleState } from '../../store/state.ts';
import { modeAnnounced } from '../machines/machine-pane.ts';
import { machineSettingsOf } from '../machines/machine-settings.ts';
import { readableMachines } from '../machines/machines.ts';
import { allCells, fleetIn } from './fleet.ts';
import { beyondWords, heatLines } from './lines.ts';
import { cellBeside, groupBeside, moved, restBeside, toInstance, toMachine } from './moves.ts';
import { cellUnderCursor, type HeatCursor } from './state.ts';
import type { HeatView } from './view.ts';

const KEY = 'M';

const isOff = (state: ConsoleState): boolean => machineSettingsOf(state).mode === 'off';

/** Why nothing is under the cursor; null while a running machine is. */
const noCell = (state: ConsoleState): string | null =>
  cellUnderCursor(state) === null ? 'No running machine is under the cursor.' : null;

const moves = (
  id: string,
  keys: readonly string[],
  label: string,
  to: (view: HeatView, at: number) => number,
  hint: string | null = null,
): Binding => ({
  id: `heatmap-${id}`,
  keys,
  label,
  hint,
  run: transition((state) => moved(state, to)),
});

/** Distance of PgUp and PgDn, in lines of cells. */
const PAGE = 10;

const moveBindings: readonly Binding[] = [
  moves('left', ['h', 'Left'], 'Move to the GPU before', (_, at) => at - 1),
  moves('right', ['l', 'Right'], 'Move to the next GPU', (_, at) => at + 1),
  moves('up', ['k', 'Up'], 'Move up', ({ layout }, at) => cellBeside(layout, at, -1)),
  moves('down', ['j', 'Down'], 'Move down', ({ layout }, at) => cellBeside(layout, at, 1)),
  moves('page-up', ['PgUp', 'Ctrl-u'], 'Move up a page', ({ layout }, at) => cellBeside(layout, at, -PAGE)),
  moves('page-down', ['PgDn', 'Ctrl-d'], 'Move down a page', ({ layout }, at) => cellBeside(layout, at, PAGE)),
  moves('first', ['g', 'Home'], 'Move to the first GPU', () => 0),
  moves('last', ['G', 'End'], 'Move to the last GPU', ({ cells }) => cells.length - 1),
  moves('next-bid', ['Tab'], 'Move to the next bid', ({ layout }, at) => groupBeside(layout, at, 1), 'next bid'),
  moves('previous-bid', ['Shift-Tab'], 'Move to the bid before', ({ layout }, at) => groupBeside(layout, at, -1)),
  moves(
    'next-rest',
    ['n'],
    'Move to the next machine with a GPU at rest',
    (view, at) => restBeside(view, at, 1),
    'next at rest',
  ),
  moves('previous-rest', ['N'], 'Move to the machine before with a GPU at rest', (view, at) =>
    restBeside(view, at, -1),
  ),
];

/** The bid of the machine under the cursor; null without one. */
const bidUnderCursor = (state: ConsoleState): string | null => {
  const cell = cellUnderCursor(state);
  return cell === null ? null : (liveContextOf(state).rowOf('instances', cell.fid)?.row.bid ?? null);
};

/** Why the bid under the cursor can't be paused; null when it can. */
function whyNotPaused(state: ConsoleState): string | null {
  const bid = bidUnderCursor(state);
  const own = noCell(state) ?? (bid === null ? 'The machine under the cursor belongs to no bid.' : null);
  return own ?? disabledReason(state, 'bids', pauseAction, bid === null ? [] : [bid]);
}

const actionBindings: readonly Binding[] = [
  {
    id: 'heatmap-machine',
    keys: ['Enter'],
    label: 'Go to the machine; begin to read machines while they are not read',
    hint: 'machine',
    disabled: (state) => {
      if (!isOff(state)) return noCell(state);
      return readableMachines(state).length === 0 ? 'No instance runs, so there is no machine to read.' : null;
    },
    run: transition((state) => (isOff(state) ? modeAnnounced(state, 'visible') : toMachine(state))),
  },
  {
    id: 'heatmap-pause',
    keys: ['p'],
    label: 'Pause the bid of the machine: its instances stop',
    hint: 'pause',
    disabled: whyNotPaused,
    run: (controller, { name, alone }) => pauseAsked(controller, name, alone),
  },
  {
    id: 'heatmap-instance',
    keys: ['i'],
    label: 'Go to the instance',
    hint: 'instance',
    disabled: noCell,
    run: transition(toInstance),
  },
];

/** Asks what `p` on the bid asks. */
function pauseAsked(controller: Controller, key: string, direct: boolean): void {
  const bid = bidUnderCursor(controller.store.getState());
  if (bid === null) return;
  ask(controller, { kind: 'action', pane: 'bids', action: pauseAction.id, fids: [bid], hidden: null, direct }, key);
}

/** The instance that the operator is at, so that the map opens there; undefined elsewhere. */
function instanceAt(state: ConsoleState): HeatCursor | undefined {
  const { focus } = state;
  const cells = allCells(fleetIn(state));
  if (focus === 'machines') {
    const row = cursorRow(state, 'machines')?.row;
    return cells.find(({ fid, gpu }) => fid === row?.about && (row.gpu === null || row.gpu.index === gpu));
  }
  const fid = cursorRow(state, focus)?.row.fid;
  if (focus === 'instances') return cells.find((cell) => cell.fid === fid);
  const group = focus === 'bids' ? fleetIn(state).find(({ bid }) => bid === fid) : undefined;
  return group?.machines[0]?.[0];
}

function heatmapOpened(state: ConsoleState): ConsoleState {
  const [first] = allCells(fleetIn(state));
  const { fid, gpu } = instanceAt(state) ?? first ?? {};
  const cursor = fid === undefined || gpu === undefined ? null : { fid, gpu };
  const opened = dialogOpened(state, { kind: 'heatmap', cursor, at: 0, top: 0 });
  return cursor === null ? opened : moved(opened, (_, at) => at);
}

const heatmap: Dialog<'heatmap'> = {
  kind: 'heatmap',
  openFrom: {
    id: 'heatmap',
    keys: [KEY],
    label: 'Heat map: one picture of all machines by bid, what rests among them and what that costs; again: back',
    names: ['heatmap', 'heat map'],
    searchWords: ['heat', 'map', 'picture', 'fleet'],
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedWithoutService(state, 'it has no machines.'),
    run: (controller) => update(controller, heatmapOpened),
  },
  title: (state) => `Heat map of all GPUs${machineSettingsOf(state).simulated ? ', SIMULATED' : ''}`,
  lines: heatLines,
  legend: beyondWords,
  box: () => ({ width: 'whole' }),
  page: () => null,
  helpTitle: 'Heat map',
  bindings: [...actionBindings, ...moveBindings, closes('heatmap', ['Esc', 'q', KEY], 'Back to the panes')],
};

export const screen = { dialogs: { heatmap } } satisfies ScreenParts;
