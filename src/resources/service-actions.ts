import { apiKeyActions as apiKeys } from './api-key-actions.ts';
import { bidActions as bids } from './bids/bid-actions.ts';
import { instanceActions as instances } from './instance-actions.ts';
import { type AllPanes, type FeaturePanes, type LoadedPanes, listedPanes } from './panes.ts';
import type { ServiceActions } from './resource.ts';
import { sshKeyActions as sshKeys } from './ssh-key-actions.ts';
import { volumeActions as volumes } from './volume-actions.ts';

/** What can be done with the rows of each list: apart from the lists, so that a command that prints one loads no form. */
const serviceActions: ServiceActions = { apiKeys, bids, instances, sshKeys, volumes };

/** Every pane of a program that changes rows, with what all features bring, in their order. */
export const composedPanes = (loaded: LoadedPanes<FeaturePanes>): AllPanes => listedPanes(loaded, serviceActions);
