import type { ServiceList } from '../contract/lists.ts';
import { machines } from '../features/machines/pane/machines.ts';
import { prices } from '../features/money/pane/prices.ts';
import { rules } from '../features/rules/pane/rules.ts';
import { sessions } from '../features/ssh/sessions.ts';
import { activity } from './activity.ts';
import type { Resource, ServiceResource, Side } from './resource.ts';
import type { PaneName } from './rows.ts';
import * as records from './service-lists.ts';

/** The resources that the service keeps. */
export const serviceResources: { readonly [Name in ServiceList]: ServiceResource<Name> } = { ...records };

/** Every resource with a pane. */
export const resources: { readonly [Name in PaneName]: Resource<Name> } = {
  ...serviceResources,
  sessions,
  activity,
  machines,
  prices,
  rules,
};

const isPane = (name: string): name is PaneName => Object.hasOwn(resources, name);

/** Whether the service keeps a list; the rows of the other panes are this console's own. */
export const isServiceList = (name: PaneName): name is ServiceList => Object.hasOwn(serviceResources, name);

/** The panes in the order of their keys; one without a key is the last. */
export const paneNames: readonly PaneName[] = Object.keys(resources)
  .filter(isPane)
  .toSorted((a, b) =>
    resources[b].key === '' || (resources[a].key !== '' && resources[a].key < resources[b].key) ? -1 : 1,
  );

/** The panes of the service's lists. */
export const serviceLists: readonly ServiceList[] = paneNames.filter(isServiceList);

/** The lists that columns of other lists read. */
export const joinedLists: readonly ServiceList[] = serviceLists.filter((joined) =>
  serviceLists.some((name) => serviceResources[name].joins.includes(joined)),
);

/** Returns the panes of a side of the screen, in the order of their keys. */
export const panesOfSide = (side: Side): readonly PaneName[] =>
  paneNames.filter((name) => resources[name].side === side);

/** Makes a record with one value for each pane. */
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
