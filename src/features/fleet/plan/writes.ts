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

export type Created = ReadonlyMap<string, VolumeFid>;

function fidsOf(volumes: readonly WantedVolume[], created: Created): readonly VolumeFid[] | null {
  const fids = volumes.flatMap((volume) => (volume.kind === 'there' ? volume.fid : (created.get(volume.name) ?? [])));
  return fids.length === volumes.length ? fids : null;
}

/** Null while one of its volumes is missing. */
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

/** Null while one of its volumes is missing. */
function changing(change: Extract<Change, { readonly kind: 'change' }>, created: Created): Write | null {
  const { bid, wanted, price } = change;
  const volumes = change.volumes === null ? [] : fidsOf(change.volumes, created);
  if (volumes === null) return null;
  return changeBid(bid, {
    ...(price ? { limit_price: formatMoney(wanted.price) } : {}),
    ...(change.volumes === null ? {} : { volumes: [...volumes] }),
  });
}

/** Removed volumes still there: some services only add (section 4.2). */
export function keptVolumes(now: Bid, write: Write): readonly string[] {
  if (write.call !== 'updateBid' || write.input.body.volumes == null) return [];
  const { volumes } = write.input.body;
  return (now.launch_specification?.volumes ?? []).filter((fid) => !volumes.includes(fid));
}

export type Placed = { readonly write: Write; readonly fid: string };

/**
 * `see-made` waits until the list has the row made before, or by an earlier run (`placed`). `lacks-volume` can't be
 * done yet.
 */
export type Step =
  | { readonly kind: 'write'; readonly write: Write }
  | { readonly kind: 'see-made'; readonly placed: Placed | null }
  | { readonly kind: 'pause-placed' }
  | { readonly kind: 'lacks-volume' };

const SEE_MADE: Step = { kind: 'see-made', placed: null };

const stepOf = (write: Write | null): Step => (write === null ? { kind: 'lacks-volume' } : { kind: 'write', write });

/** The steps of a change. Anything that depends on a new row waits until the list has it. */
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

/** A needed volume that neither exists nor is created; null for none. */
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
