import { endpoints } from '../../contract/endpoints.ts';
import { bidsByVolume, createVolume as create } from '../engine/commands.ts';
import { VOLUME_INTERFACES } from '../engine/model.ts';
import type { Variants } from '../variants.ts';
import { handler, handlerWithBody } from './handler.ts';
import { HttpError, invalid, notFound } from './http-error.ts';
import { listed } from './pages.ts';
import { requireProject } from './project.ts';
import { volumeAnswer } from './serialize.ts';

/** Largest volume, in gigabytes. The interface shows no limits (section 4.4). */
const MAX_GB = 32_000;

/** `GET /v2/volumes`, oldest first. */
export const listVolumes = handler(endpoints.listVolumes, ({ query }, market) => {
  requireProject(query.project, market);
  const users = bidsByVolume(market.world);
  return market.world.volumes.ordered
    .filter(({ region }) => query.region == null || region === query.region)
    .map((volume) => volumeAnswer(volume, users.get(volume.fid) ?? [], market));
});

/** `POST /v2/volumes`. */
export const createVolume = handlerWithBody(endpoints.createVolume, ({ body }, market) => {
  requireProject(body.project, market);
  const disk = VOLUME_INTERFACES.find((known) => known === body.disk_interface);
  if (disk === undefined) {
    const msg = `Input should be ${listed(VOLUME_INTERFACES)}`;
    throw invalid(['body', 'disk_interface'], msg, body.disk_interface, 'enum');
  }
  if (![...market.world.pools.values()].some(({ region }) => region === body.region)) {
    throw invalid(['body', 'region'], `There is no region ${body.region}`, body.region);
  }
  if (body.size_gb < 1 || body.size_gb > MAX_GB) {
    throw invalid(['body', 'size_gb'], `The size must be from 1 to ${MAX_GB} GB`, body.size_gb);
  }
  const { name, region, size_gb: capacityGb } = body;
  return volumeAnswer(create(market.world, { name, region, interface: disk, capacityGb }), [], market);
});

const IN_USE = { '409': 409, '422': 422, '400': 400 } as const;
const inUse = (variants: Variants): 409 | 422 | 400 => IN_USE[variants['volume-in-use']];

/** `DELETE /v2/volumes/{volume_fid}`, only when no bid and no reservation uses it (section 3, rules 2 and 3). */
export const deleteVolume = handler(
  endpoints.deleteVolume,
  ({ params }, market) => {
    const volume = market.world.volumes.get(params.volume_fid);
    if (volume === undefined) throw notFound('Volume', params.volume_fid);
    const bids = bidsByVolume(market.world).get(volume.fid) ?? [];
    const users = [...bids.map(({ name }) => name), ...volume.reservations];
    if (users.length > 0) {
      throw new HttpError(inUse(market.variants), `Volume ${volume.name} is in use by ${users.join(', ')}`);
    }
    market.world.volumes.remove(volume);
  },
  inUse,
);
