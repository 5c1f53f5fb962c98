import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import type { BidFid, VolumeFid } from '../../contract/fid.ts';
import type { Instance } from '../../contract/instance.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { type MapDelta, VersionedMap } from '../../lib/maps.ts';
import { type Part, sumOf } from '../../lib/sum.ts';
import type { Context, OfBid } from '../context.ts';
import type { DetailSection, Exposure, Unpriced } from '../resource.ts';
import type { Rows } from '../rows.ts';
import { aliasOr } from './aliases.ts';
import { isStarting, isStatus, statusCell } from './status.ts';

type Instances = ReadonlyMap<string, ListedRow<Instance>>;
type Delta = MapDelta<ListedRow<Instance>>;
type InstancesList = { readonly rows: Instances; readonly delta: Delta | null };
type ByBid = VersionedMap<OfBid>;

const indexes = new WeakMap<Instances, ByBid>();

export function instancesOf(bid: BidFid, context: Context): readonly Instance[] {
  return context.instancesOf(bid).all;
}

/** The rows of lists, one after the other. */
export const listed = <Name extends ServiceList>(context: Context, ...names: readonly Name[]): readonly Rows[Name][] =>
  names.flatMap((name) => Array.from(context.rowsOf(name).values(), ({ row }) => row));

/** The instances of bids, each with its status. */
export function instancesSection(bids: readonly BidFid[], context: Context): DetailSection {
  return {
    title: 'Instances',
    lines: bids
      .flatMap((fid) => instancesOf(fid, context))
      .map((instance) => ({
        label: instance.name || instance.fid,
        ...statusCell('instance', instance.status, context.glyphs),
        copy: instance.fid,
      })),
  };
}

export function runningOf(bid: BidFid, context: Context): number {
  return context.instancesOf(bid).running;
}

const ENDED = ['terminated', 'preempted', 'replaced', 'stopped', 'paused'] as const;

/** Pausing or cancelling the bid stops it. */
export const isToStop = ({ status }: Pick<Instance, 'status'>): boolean =>
  !ENDED.some((name) => isStatus(status, name));

export function stoppingOn(bid: BidFid, context: Context): number {
  return instancesOf(bid, context).filter(isToStop).length;
}

/** It runs, or is being preempted or stopped, or its status says neither. */
export const isCharged = (instance: Pick<Instance, 'status'>): boolean =>
  isToStop(instance) && !isStarting(instance.status);

export function chargedOf(bid: BidFid, context: Context): number {
  return context.instancesOf(bid).charged;
}

/** Null when it can't be read, and then `atLeast` as many. */
export type Counted = Pick<Part<Unpriced>, 'count' | 'atLeast'>;

/** The cost per hour at the limit price. */
export function costPart({ fid, name, limit_price }: Bid, counted: Counted): Part<Unpriced> {
  return { of: { of: 'bid', name: name || fid }, each: limit_price?.amount ?? null, ...counted };
}

/** The highest cost per hour of bids; the service charges less. */
export function exposureOf(bids: Iterable<Bid>, instances: (bid: Bid) => Counted): Exposure {
  return sumOf(Array.from(bids, (bid) => costPart(bid, instances(bid))));
}

/** The name of a row of another list, or its alias or fid. */
export function nameIn(list: 'bids' | 'volumes' | 'sshKeys', fid: string, context: Context): string {
  return context.rowOf(list, fid)?.row.name || aliasOr(fid, context.aliases);
}

export const volumesOf = (bid: Bid): readonly VolumeFid[] => bid.launch_specification?.volumes ?? [];

/** `data, models`, or `none`. */
export const volumeNames = (fids: readonly string[], context: Context): string =>
  fids.map((fid) => nameIn('volumes', fid, context)).join(', ') || 'none';

/** Whether two lists have the same identifiers, in any order. */
export const areSameFids = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && other.every((fid) => one.includes(fid));

/** Built once for each revision of the list, from the one before. */
export function instancesByBid({ rows, delta }: InstancesList): ByBid {
  const known = indexes.get(rows);
  if (known !== undefined) return known;
  const before = delta?.after === rows ? indexes.get(delta.before) : undefined;
  const index = indexed(rows, delta, before ?? null);
  indexes.set(rows, index);
  return index;
}

function indexed(rows: Instances, delta: Delta | null, known: ByBid | null): ByBid {
  const bids = delta === null || known === null ? null : bidsTouched(delta);
  if (delta === null || known === null || bids === null) return VersionedMap.of(new Map(countedByBid(rows.values())));
  // A bid has its instances in the order of the list: for a new one the list is walked.
  const hasNew = delta.changed.some((fid) => delta.before.get(fid)?.row.bid !== delta.after.get(fid)?.row.bid);
  const present = function* () {
    if (hasNew) yield* [...rows.values()].filter(({ row }) => row.bid !== null && bids.has(row.bid));
    else for (const bid of bids) for (const { fid } of known.get(bid)?.all ?? []) yield* [rows.get(fid) ?? []].flat();
  };
  const counted = new Map(countedByBid(present()));
  return known.with(Array.from(bids, (bid) => [bid, counted.get(bid)] as const));
}

function countedByBid(rows: Iterable<ListedRow<Instance>>): readonly (readonly [bid: string, OfBid])[] {
  const own = Map.groupBy(
    Array.from(rows, ({ row }) => row),
    ({ bid }) => bid,
  );
  return [...own].flatMap(([bid, all]) => {
    if (bid === null) return [];
    const running = all.filter(({ status }) => isStatus(status, 'running')).length;
    return [[bid, { all, running, charged: all.filter(isCharged).length }] as const];
  });
}

/** The bids whose instances changed; null when the order of the list did. */
export function bidsTouched({ before, after, changed, gone, inOrder }: Delta): ReadonlySet<string> | null {
  if (!inOrder && changed.length + gone.length === 0) return null;
  const fids = [...changed, ...gone];
  return new Set(fids.flatMap((fid) => [before.get(fid)?.row.bid ?? [], after.get(fid)?.row.bid ?? []].flat()));
}
