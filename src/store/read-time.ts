import type { ServiceList } from '../contract/lists.ts';
import { serviceResources } from '../resources/index.ts';
import type { ServiceResource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';
import { isReadWhole, type List, requestedAt } from './list.ts';
import type { Lists } from './state.ts';

/**
 * Until when all bids and instances that have not ended were read, completely or in parts: the oldest of their requests, in
 * milliseconds since 1970. Null while rows may be missing, which nobody has seen then.
 */
export function wholeReadTo({ bids, instances }: Lists): number | null {
  if ([bids, instances].some((list) => !isReadWhole(list)) || instances.unreadable.length > 0) return null;
  return Math.min(readTo('bids', bids), readTo('instances', instances));
}

/** When the oldest row of a list that has not ended was requested, in milliseconds since 1970; no time before its first complete list. */
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
