import type { BidFid } from '../../contract/fid.ts';
import type { Instance } from '../../contract/instance.ts';
import { counted } from '../../lib/words.ts';
import { bidsToPause, type ChosenInstance } from '../../resources/bids/of-instances.ts';
import { pauseAction } from '../../resources/bids/pausing.ts';
import type { Context } from '../../resources/context.ts';
import type { PaneParts } from '../../resources/panes.ts';
import type { Action } from '../../resources/resource.ts';
import { machineOf } from './known-machines.ts';
import { type MachineRow, machineRows } from './machine-row.ts';
import { instanceOf } from './machine-values.ts';
import { troubleOf, troubleWords } from './parts/machine-problem.ts';
import { isBusy, isUnreadable } from './reading.ts';

const bidOf = (row: MachineRow, context: Context): BidFid | null => instanceOf(row, context)?.bid ?? null;

/** A machine is paused as a whole. */
const underCursor = ({ reading, name }: MachineRow): readonly string[] =>
  machineRows(reading, name).map(({ fid }) => fid);

/** Instances of rows; one is whole with its machine or all its GPUs among them. */
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

const pauseMachines: Action<MachineRow> = {
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
};

export const machineActions: PaneParts<object> = {
  additions: { machines: { actions: { before: 'machine-ssh', add: [pauseMachines] } } },
  remarks: { onStopping: busyRemark },
};

/** Warns about stopping busy or unreadable machines. */
function busyRemark(stopping: readonly Instance[], { own, now }: Context): string {
  const readings = stopping.flatMap(({ fid }) => own(machineOf, fid) ?? []);
  const busy = readings.filter((reading) => isBusy(reading, now)).length;
  const unreadable = readings.filter((reading) => isUnreadable(reading, now));
  const unread = unreadable.length;
  const troubles = unreadable
    .flatMap((reading) => troubleOf(reading) ?? [])
    .map((trouble) => troubleWords[trouble].word);
  const why = troubles.length === 0 ? '' : ` (${[...new Set(troubles)].join(', ')})`;
  if (stopping.length === 1)
    return busy > 0 ? ', and it is busy' : unread > 0 ? `, and its machine could not be read${why}` : '';
  const parts = [
    ...(busy === 0 ? [] : [`${busy} of them ${busy === 1 ? 'is' : 'are'} busy`]),
    ...(unread === 0 ? [] : [`${counted(unread, 'machine')} could not be read${why}`]),
  ];
  return parts.map((part) => `, ${part}`).join('');
}
