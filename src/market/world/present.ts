import type { Row } from '../engine/table.ts';
import type { World } from '../engine/world.ts';
import { DEMO_BIDS, DEMO_SSH_KEYS, DEMO_VOLUMES } from './demo-data.ts';

/** The identifiers of the rows that every world of the demo begins with, always in the same order, whatever its seed and size. */
export function presentFids(world: World): readonly string[] {
  const named = <Kind extends Row & { readonly name: string }>(rows: readonly Kind[], name: string): readonly Kind[] =>
    rows.filter((row) => row.name === name).slice(0, 1);
  const bids = DEMO_BIDS.flatMap(({ name }) => named(world.bids.ordered, name));
  const reserved = world.instances.ordered.filter(({ bid }) => bid === null);
  return [
    ...bids.flatMap(({ fid, instances }) => [fid, ...instances]),
    ...DEMO_VOLUMES.flatMap(({ name }) => named(world.volumes.ordered, name)).map(({ fid }) => fid),
    ...DEMO_SSH_KEYS.flatMap(({ name }) => named(world.sshKeys.ordered, name)).map(({ fid }) => fid),
    ...reserved.flatMap(({ fid, reservation }) => [fid, reservation ?? '']),
  ];
}
