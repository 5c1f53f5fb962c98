import { type Bid, newBid } from '../../../contract/bid.ts';
import type { VolumeFid } from '../../../contract/fid.ts';
import { formatMoney } from '../../../lib/money.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { launchSpecification } from '../../../resources/bids/launch.ts';
import { cancelBid, changeBid, pauseBid, placeBid, resumeBid } from '../../../resources/bids/writes.ts';
import type { Context } from '../../../resources/context.ts';
import { createVolume, deleteVolume } from '../../../resources/volume-actions.ts';
import type { Write } from '../../../resources/write.ts';
import type { Change } from './change.ts';
import type { WantedBid, WantedVolume } from './wanted.ts';

/** The identifiers of volumes that the file has created, by name. */
export type Created = ReadonlyMap<string, VolumeFid>;

/** The identifiers of volumes; null when one was not created. */
function fidsOf(volumes: readonly WantedVolume[], created: Created): readonly VolumeFid[] | null {
  const fids = volumes.flatMap((volume) => (volume.kind === 'there' ? volume.fid : (created.get(volume.name) ?? [])));
  return fids.length === volumes.length ? fids : null;
}

/** The write that places a bid of a file; null while a volume of it is missing. */
function placing(wanted: WantedBid, project: string, created: Created): Write | null {
  const volumes = fidsOf(wanted.volumes, created);
  if (volumes === null) return null;
  const { name, type, region, quantity, price, keys, script, cluster } = wanted;
  const body = newBid().parse({
    project,
    region,
    instance_type: type,
    limit_price: formatMoney(price),
    name,
    instance_quantity: quantity,
    launch_specification: launchSpecification({ keys, volumes, script, cluster }),
  });
  return placeBid(body);
}

/** The write that changes price and volumes of a bid; null while a volume of it is missing. */
function changing(change: Extract<Change, { readonly kind: 'change' }>, created: Created): Write | null {
  const { bid, wanted, price } = change;
  const volumes = change.volumes === null ? [] : fidsOf(change.volumes, created);
  if (volumes === null) return null;
  return changeBid(bid, {
    ...(price ? { limit_price: formatMoney(wanted.price) } : {}),
    ...(change.volumes === null ? {} : { volumes: [...volumes] }),
  });
}

/** Volumes of a bid that it has although the change took them away: some services only add (section 4.2). */
export function keptVolumes(now: Bid, write: Write): readonly string[] {
  if (write.call !== 'updateBid' || write.input.body.volumes == null) return [];
  const { volumes } = write.input.body;
  return (now.launch_specification?.volumes ?? []).filter((fid) => !volumes.includes(fid));
}

/** A bid and the write that asked for it. */
export type Placed = { readonly write: Write; readonly fid: string };

/**
 * One step of a change: a write, waiting until the row is listed that a step before has made, or an earlier run (`placed`), pausing that
 * bid, or one that can't be done yet, because a volume of it is missing.
 */
export type Step =
  | { readonly kind: 'write'; readonly write: Write }
  | { readonly kind: 'see-made'; readonly placed: Placed | null }
  | { readonly kind: 'pause-placed' }
  | { readonly kind: 'lacks-volume' };

const SEE_MADE: Step = { kind: 'see-made', placed: null };

const stepOf = (write: Write | null): Step => (write === null ? { kind: 'lacks-volume' } : { kind: 'write', write });

/**
 * What a change takes, in order. What depends on a row that was made waits until the list has it too: a bid that is to be paused, the old one
 * that it replaces, and a volume that other changes use.
 */
export function stepsOf(change: Change, { project }: Pick<Context, 'project'>, created: Created): readonly Step[] {
  const place = (wanted: WantedBid): readonly Step[] => [
    stepOf(placing(wanted, project, created)),
    ...(wanted.paused ? [SEE_MADE, { kind: 'pause-placed' } as const] : []),
  ];
  const replacing = ({ wanted, placed }: Extract<Change, { readonly kind: 'replace' }>): readonly Step[] => {
    if (placed === null) return [...place(wanted), ...(wanted.paused ? [] : [SEE_MADE])];
    const write = placing(wanted, project, created);
    return [write === null ? stepOf(write) : { kind: 'see-made', placed: { write, fid: placed.fid } }];
  };
  switch (change.kind) {
    case 'create-volume':
      return [stepOf(createVolume(change.body)), SEE_MADE];
    case 'place':
      return place(change.wanted);
    case 'change':
      return [stepOf(changing(change, created))];
    case 'pause':
      return [stepOf(pauseBid(change.bid))];
    case 'resume':
      return [stepOf(resumeBid(change.bid))];
    case 'replace':
      return [...replacing(change), stepOf(cancelBid(change.bid))];
    case 'other-bid':
      return [stepOf(cancelBid(change.bid))];
    case 'other-volume':
      return [stepOf(deleteVolume(change.volume))];
  }
}

/** A volume that a change needs, and that is neither there nor created by another one, as it can be shown; null for none. */
export function missingVolume(change: Change, changes: readonly Change[]): string | null {
  if (change.kind !== 'place' && change.kind !== 'replace' && change.kind !== 'change') return null;
  const wanted = change.kind === 'change' ? (change.volumes ?? []) : change.wanted.volumes;
  const isCreated = (name: string): boolean =>
    changes.some((other) => other.kind === 'create-volume' && other.file.name === name);
  return (
    wanted
      .flatMap((volume) => (volume.kind === 'new' && !isCreated(volume.name) ? printableLine(volume.name) : []))
      .at(0) ?? null
  );
}
