import { activity } from './activity.ts';
import { apiKeys } from './api-keys.ts';
import { bids } from './bids.ts';
import { instances } from './instances.ts';
import type { PaneName, Resource, ServiceList } from './resource.ts';
import { sessions } from './sessions.ts';
import { sshKeys } from './ssh-keys.ts';
import { volumes } from './volumes.ts';

/** Every resource with a pane. A new one is one file and one line here. */
export const resources: { readonly [Name in PaneName]: Resource<Name> } = {
  bids,
  instances,
  volumes,
  sshKeys,
  apiKeys,
  sessions,
  activity,
};

/** The panes in the order of their keys. */
export const paneNames: readonly PaneName[] = [
  'bids',
  'instances',
  'volumes',
  'sshKeys',
  'apiKeys',
  'sessions',
  'activity',
];

/** The panes that the service's lists fill, and the endpoint of each. */
export const serviceLists: readonly ServiceList[] = ['bids', 'instances', 'volumes', 'sshKeys', 'apiKeys'];
