import type { ServiceList } from '../resources/resource.ts';
import { serviceLists } from '../resources/resources.ts';
import type { ConsoleState } from './console.ts';
import { layoutOf, panesOn } from './layout.ts';

/** Lists that are told together: a bid's running count comes from the instances, an instance's bid from the bids. */
const TOGETHER: readonly ServiceList[] = ['bids', 'instances'];

/** The lists that somebody looks at, in a pane of their own or joined into one. */
export function visibleLists(state: ConsoleState): ReadonlySet<ServiceList> {
  const panes = panesOn(layoutOf(state)).map(({ name }) => name);
  const seen = new Set(serviceLists.filter((name) => panes.includes(name)));
  if (TOGETHER.some((name) => seen.has(name))) for (const name of TOGETHER) seen.add(name);
  return seen;
}
