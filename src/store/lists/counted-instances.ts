import type { Instance } from '../../contract/instance.ts';
import type { OfBid } from '../../resources/context.ts';
import { serviceResources } from '../../resources/index.ts';
import { instancesByBid } from '../../resources/parts/joins.ts';
import { type List, oldestOf } from '../list.ts';

type Instances = List<Instance>;

/** Kept because a bid may have a thousand instances. */
const live = new WeakMap<OfBid, readonly string[]>();
const oldest = new WeakMap<Instances, Map<string, number | null>>();

/** When the oldest live instance of a bid was requested; null without any. */
export function oldestCounted(instances: Instances, bid: string): number | null {
  const known = oldest.get(instances) ?? new Map<string, number | null>();
  oldest.set(instances, known);
  const before = known.get(bid);
  if (before !== undefined) return before;
  const ofBid = instancesByBid(instances).get(bid);
  const at = ofBid === undefined ? null : oldestOf(instances, liveIn(ofBid));
  known.set(bid, at);
  return at;
}

function liveIn(ofBid: OfBid): readonly string[] {
  const known = live.get(ofBid);
  if (known !== undefined) return known;
  const { hasEnded } = serviceResources.instances;
  const fids = ofBid.all.filter((row) => hasEnded?.(row) !== true).map(({ fid }): string => fid);
  live.set(ofBid, fids);
  return fids;
}
