import type { ServiceList } from '../contract/lists.ts';
import { serviceResources } from '../resources/index.ts';
import type { ServiceResource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';
import { isReadWhole, type List, requestedAt } from './list.ts';
import type { Lists } from './state.ts';

/** The oldest request for live bids and instances; null while rows may be missing. */
export function wholeReadTo({ bids, instances }: Lists): number | null {
  if ([bids, instances].some((list) => !isReadWhole(list)) || instances.unreadable.length > 0) return null;
  return Math.min(readTo('bids', bids), readTo('instances', instances));
}

/** The oldest request for a live row; no time before the first complete list. */
export function readTo<Name extends ServiceList>(name: Name, list: List<Rows[Name]>): number {
  const { hasEnded = never }: Pick<ServiceResource<Name>, 'hasEnded'> = serviceResources[name];
  const complete = list.fetchedAt ?? Number.NEGATIVE_INFINITY;
  if (list.newer.size === 0) return complete;
  let time = Number.POSITIVE_INFINITY;
  for (const [fid, { row }] of list.rows) {
    if (time <= complete) break;
    if (!hasEnded(row)) time = Math.min(time, requestedAt(list, fid) ?? complete);
  }
  return Number.isFinite(time) ? Math.max(time, complete) : complete;
}

const never = (): boolean => false;
