import type { Instance } from '../contract/instance.ts';
import { apiKeyActions as apiKeys } from './api-key-actions.ts';
import { bidActions as bids } from './bids/bid-actions.ts';
import { bidsToPause, bidsToResume } from './bids/of-instances.ts';
import { pauseAction, resumeAction } from './bids/pausing.ts';
import { type AllPanes, type FeaturePanes, type LoadedPanes, listedPanes } from './panes.ts';
import { labelOf } from './parts/aliases.ts';
import type { Action, ActionsOf, ServiceActions } from './resource.ts';
import { sshKeyActions as sshKeys } from './ssh-key-actions.ts';
import { volumeActions as volumes } from './volume-actions.ts';

const actions: readonly Action<Instance>[] = [
  {
    id: 'instance-bid',
    key: 'i',
    label: 'Go to its bid',
    hint: 'its bid',
    effect: {
      kind: 'jump',
      to: (instance, context) => {
        if (instance.bid === null) return `${labelOf(instance)} belongs to no bid.`;
        if (context.rowOf('bids', instance.bid) === undefined)
          return `The bid of ${labelOf(instance)} is not in the list.`;
        return { pane: 'bids', fid: instance.bid, filter: null };
      },
    },
  },
  {
    id: 'pause-instances',
    key: 'p',
    label: 'Pause the bids of which all running instances are marked',
    searchWords: ['pause', 'stop', 'halt'],
    hint: 'pause',
    effect: {
      kind: 'delegate',
      action: pauseAction,
      bids: (rows, context) =>
        bidsToPause(
          rows.map((instance) => ({ instance, whole: true })),
          context,
        ),
      bidOf: ({ bid }) => bid,
    },
  },
  {
    id: 'resume-instances',
    key: 'r',
    label: 'Resume their bids',
    searchWords: ['resume', 'start', 'unpause', 'continue'],
    hint: 'resume',
    effect: { kind: 'delegate', action: resumeAction, bids: bidsToResume, bidOf: ({ bid }) => bid },
  },
];

const instances: ActionsOf<'instances'> = { actions };

/** Apart from the lists, so a printing command loads no form. */
const serviceActions: ServiceActions = { apiKeys, bids, instances, sshKeys, volumes };

export const composedPanes = (loaded: LoadedPanes<FeaturePanes>): AllPanes => listedPanes(loaded, serviceActions);
