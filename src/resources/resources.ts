import { activity } from './activity.ts';
import { apiKeys } from './api-keys.ts';
import { bids } from './bids.ts';
import { instances } from './instances.ts';
import type { PaneName, Resource, ServiceList, Side } from './resource.ts';
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

const isPane = (name: string): name is PaneName => Object.hasOwn(resources, name);

/** Whether the service keeps a list; the rows of the other panes are this console's own. */
export const isServiceList = (name: PaneName): name is ServiceList => resources[name].side !== 'own';

/** The panes in the order of their keys. */
export const paneNames: readonly PaneName[] = Object.keys(resources)
  .filter(isPane)
  .toSorted((a, b) => (resources[a].key < resources[b].key ? -1 : 1));

/** The panes that the service's lists fill. */
export const serviceLists: readonly ServiceList[] = paneNames.filter(isServiceList);

/** The panes of a side of the screen, in the order of their keys. */
export const panesOfSide = (side: Side): readonly PaneName[] =>
  paneNames.filter((name) => resources[name].side === side);

/** One value for each of some panes, by its name. */
export function byName<Name extends PaneName, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): { readonly [Each in Name]: Value };
export function byName(
  names: readonly PaneName[],
  make: (name: PaneName) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}
