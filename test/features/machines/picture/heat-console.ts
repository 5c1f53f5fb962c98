import { machinesListed } from '../../../../src/features/machines/machines.ts';
import type { MachineProblem, Sample } from '../../../../src/features/machines/reading.ts';
import { dialogOf } from '../../../../src/screen/dialogs/screen.ts';
import { viewOf } from '../../../../src/screen/dialogs/view.ts';
import { topDialog } from '../../../../src/store/dialogs/dialog-stack.ts';
import type { ConsoleState, Size } from '../../../../src/store/state.ts';
import { textsOf } from '../../../screen/ink/seen.ts';
import type { Operator } from '../../../screen/keys/press-keys.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { bid, byPrice, consoleWith, instance } from '../../../store/made.ts';
import { gpu, restingGpu, sample } from '../reader/made-reading.ts';
import { failing, MINUTE, withMachines } from '../reader/read-machines.ts';

/** Samples of a machine whose GPUs have these uses now. */
export const uses = (...of: readonly (number | null)[]): readonly Sample[] => [
  sample(of.map((utilization, index) => gpu(index, { utilization }))),
];

/** Samples of a machine of two GPUs that has done nothing for 42 minutes. */
export const idle: readonly Sample[] = [42, 30, 20, 10, 0].map((minutes) =>
  sample([restingGpu(0), restingGpu(1)], { at: NOON - minutes * MINUTE }),
);

/** Three bids and a reservation with machines of every kind, the dearest bid neither the first nor the last in the lists. */
const fleet: Readonly<Record<string, readonly Sample[] | MachineProblem>> = {
  'cheap-1': uses(10, 60),
  'dear-1': uses(97, 97, 30, 60),
  'dear-2': uses(0, 97, null, 97),
  'idle-1': idle,
  'idle-2': failing('no-key'),
  'res-1': [sample([gpu(0)], { at: NOON - MINUTE })],
};

/** A console that has read these machines, and one that it has not. */
export function heatConsole(size: Size = { columns: 160, rows: 45 }, readOnly = false): ConsoleState {
  const running = [...Object.keys(fleet), 'cheap-2'].map((fid) => {
    const [of = ''] = fid.split('-');
    return instance(fid, { bid: of === 'res' ? null : of, ssh_destination: `ops@${fid}.example` });
  });
  const stopped = instance('dear-3', { bid: 'dear', status: 'STATUS_PAUSED' });
  return withMachines(
    byPrice(
      consoleWith({
        bids: [
          bid('cheap', { limit_price: '$1.00' }),
          bid('dear', { limit_price: '$9.00' }),
          bid('idle', { limit_price: '$2.00' }),
        ],
        instances: [...running, stopped],
        size,
        readOnly,
      }),
    ),
    fleet,
  );
}

/** A console of the same bids of which only some machines run. */
export const only = (...fids: readonly string[]): ConsoleState => {
  const state = heatConsole();
  const rows = new Map([...state.lists.instances.rows].filter(([fid]) => fids.includes(fid)));
  const listed = { ...state.lists.instances, rows, delta: null };
  return machinesListed({ ...state, lists: { ...state.lists, instances: listed } });
};

/** The lines of the dialog on top, with its title and legend around them. */
export function shownLines(state: ConsoleState): readonly string[] {
  const own = topDialog(state);
  if (own === undefined) return [];
  const { title, lines, legend } = viewOf(dialogOf(state, own), state, own);
  return [title, ...textsOf(lines).map((text) => text.trimEnd()), legend];
}

/** What the last line says of the cell under the cursor. */
export const underCursor = (operator: Operator): string => shownLines(operator.state()).at(-2) ?? '';
