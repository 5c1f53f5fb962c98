import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import type { Context } from '../../resources/context.ts';
import type { FeaturePanes, PaneParts } from '../../resources/panes.ts';
import { instancesOf } from '../../resources/parts/joins.ts';
import { IDLE_FIELD, idleFieldWords } from './idle.ts';
import { idleNote } from './idle-machines.ts';
import { machineOf } from './known-machines.ts';
import { machines } from './pane/machines.ts';
import {
  bidMachineColumns,
  bidMachinePlaceholders,
  instanceMachineColumns,
  instanceMachinePlaceholders,
} from './parts/machine-columns.ts';
import { machineSections } from './parts/machine-detail.ts';

function* instancesOfAll(bids: Iterable<Bid>, context: Context): Generator<Instance> {
  for (const { fid } of bids) yield* instancesOf(fid, context);
}

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
      groupNote: (bids, context) => idleNote(instancesOfAll(bids, context), context),
    },
  },
  fieldWords: { [IDLE_FIELD]: idleFieldWords },
};
