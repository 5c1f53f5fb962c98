import type { BidFid } from '../../../contract/fid.ts';
import type { Instance } from '../../../contract/instance.ts';
import { bidsToPause, type ChosenInstance } from '../../../resources/bids/of-instances.ts';
import { pauseAction } from '../../../resources/bids/pausing.ts';
import type { Context } from '../../../resources/context.ts';
import type { Action } from '../../../resources/resource.ts';
import { type MachineRow, machineRows } from '../machine-row.ts';

const instanceOf = ({ about }: MachineRow, context: Context): Instance | undefined =>
  context.rowOf('instances', about)?.row;

const bidOf = (row: MachineRow, context: Context): BidFid | null => instanceOf(row, context)?.bid ?? null;

/** The rows of the machine of a row, by fid: a machine is paused as a whole. */
const underCursor = ({ reading, name }: MachineRow): readonly string[] =>
  machineRows(reading, name).map(({ fid }) => fid);

/** The instances of some rows; one is whole when its machine or all its GPUs are among them. */
function chosenInstances(rows: readonly MachineRow[], context: Context): readonly ChosenInstance[] {
  const fids = new Set(rows.map(({ fid }) => fid));
  const byInstance = new Map(rows.map((row) => [row.about, row] as const));
  return [...byInstance.values()].flatMap((row): readonly ChosenInstance[] => {
    const instance = instanceOf(row, context);
    const [machine, ...gpus] = underCursor(row);
    const whole = fids.has(machine ?? '') || (gpus.length > 0 && gpus.every((fid) => fids.has(fid)));
    return instance === undefined ? [] : [{ instance, whole }];
  });
}

export const machineActions: readonly Action<MachineRow>[] = [
  {
    id: 'pause-machines',
    key: 'p',
    label: 'Pause the bids of which all running instances are marked with all their GPUs',
    searchWords: ['pause', 'stop', 'halt'],
    hint: 'pause',
    effect: {
      kind: 'delegate',
      action: pauseAction,
      bids: (rows, context) => bidsToPause(chosenInstances(rows, context), context, 'marked with all GPUs'),
      bidOf,
      underCursor,
    },
  },
];
