import type { Instance } from '../../contract/instance.ts';
import type { Context } from '../../resources/context.ts';
import type { FeaturePanes, PaneParts } from '../../resources/panes.ts';
import { instancesOf } from '../../resources/parts/joins.ts';
import { IDLE_FIELD, idleFieldWords } from './idle.ts';
import { idleNote } from './idle-machines.ts';
import { machineOf } from './known-machines.ts';
import { machines } from './pane/machines.ts';
import { bidMachineColumns, instanceMachineColumns } from './parts/machine-columns.ts';
import { machineSections } from './parts/machine-detail.ts';
import { bidMachinePlaceholders, instanceMachinePlaceholders } from './parts/machine-placeholders.ts';
import { isBusy, isUnreadable } from './reading.ts';

/** The pane of machines, and what bids and instances show of theirs. */
export const machinePanes: PaneParts<Pick<FeaturePanes, 'machines'>> = {
  panes: { machines },
  additions: {
    instances: {
      columns: { before: 'ip', add: instanceMachineColumns },
      sections: {
        before: 'Volumes',
        add: ({ fid }, context) => {
          const reading = context.own(machineOf, fid);
          return reading === null ? [] : machineSections(reading, context);
        },
      },
      placeholders: instanceMachinePlaceholders,
      groupNote: idleNote,
    },
    bids: {
      columns: { before: 'age', add: bidMachineColumns },
      placeholders: bidMachinePlaceholders,
      groupNote: (bids, context) =>
        idleNote(
          bids.flatMap(({ fid }) => instancesOf(fid, context)),
          context,
        ),
    },
  },
  remarks: { onStopping: busyRemark },
  fieldWords: { [IDLE_FIELD]: idleFieldWords },
};

/** The remark on instances that stop although their GPUs work; none where that is not known. */
function busyRemark(stopping: readonly Instance[], { own, now }: Context): string {
  const readings = stopping.flatMap(({ fid }) => own(machineOf, fid) ?? []);
  const busy = readings.filter((reading) => isBusy(reading, now)).length;
  const unread = readings.filter((reading) => isUnreadable(reading, now)).length;
  if (stopping.length === 1) return busy > 0 ? ', and it is busy' : unread > 0 ? ', and it could not be read' : '';
  const parts = [
    ...(busy === 0 ? [] : [`${busy} of them ${busy === 1 ? 'is' : 'are'} busy`]),
    ...(unread === 0 ? [] : [`${unread}${busy === 0 ? ' of them' : ''} could not be read`]),
  ];
  return parts.map((part) => `, ${part}`).join('');
}
