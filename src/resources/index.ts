import type { ServiceList } from '../contract/lists.ts';
import type { ServiceResource } from './resource.ts';
import type { PaneName } from './rows.ts';
import * as records from './service-lists.ts';

export const serviceResources: { readonly [Name in ServiceList]: ServiceResource<Name> } = { ...records };

/** The rows of the other panes are this console's own. */
export const isServiceList = (name: PaneName): name is ServiceList => Object.hasOwn(serviceResources, name);

/** In the order of the keys of their panes. */
export const serviceLists: readonly ServiceList[] = namesByKey(serviceResources);

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

/** Panes without a key come last. */
export function namesByKey<Name extends PaneName>(
  panes: {
    readonly [Each in Name]: { readonly key: string };
  },
): readonly Name[] {
  const isName = (name: string): name is Name => Object.hasOwn(panes, name);
  const keyed = Object.keys(panes).filter(isName);
  return keyed.toSorted((a, b) =>
    panes[b].key === '' || (panes[a].key !== '' && panes[a].key < panes[b].key) ? -1 : 1,
  );
}
