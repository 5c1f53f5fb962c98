import * as z from 'zod';
import { once } from '../lib/memoize.ts';
import { type Endpoint, none, nothing } from './endpoint.ts';
import { BidFid, ProjectId, ReservationFid, VolumeFid } from './fid.ts';
import { fids, identifier, line, other, time, whole } from './fields.ts';

/** Section 2.4. Of `interface` only `Block` is documented. */
export const volumeRow = once(() =>
  z
    .object({
      fid: identifier(VolumeFid),
      name: line(),
      region: line(),
      created_at: time(),
      capacity_gb: whole(),
      project: line(),
      interface: line(),
      bids: fids(BidFid),
      reservations: fids(ReservationFid),
    })
    .catchall(other())
    .meta({ id: 'Volume' }),
);
export type Volume = z.output<ReturnType<typeof volumeRow>>;

/** Sections 4.4 and 8. */
export const VOLUME_NAME = { maxLength: 64, pattern: /^[a-z]([-a-z0-9]*[a-z0-9])?$/ } as const;

/** Section 4.4. The bounds of `size_gb` and the values of `disk_interface` are not shown. */
export const newVolume = once(() =>
  z
    .strictObject({
      name: z
        .string()
        .max(VOLUME_NAME.maxLength, `Use at most ${VOLUME_NAME.maxLength} characters.`)
        .regex(
          VOLUME_NAME.pattern,
          'Use lower-case letters, digits and dashes; start with a letter, end with a letter or digit.',
        ),
      project: ProjectId,
      disk_interface: z.string().min(1, 'Give a disk interface, such as Block.'),
      region: z.string().min(1, 'Give a region.'),
      size_gb: z.int('Give a whole number of gigabytes.'),
    })
    .meta({ id: 'NewVolume' }),
);
export type NewVolume = z.output<ReturnType<typeof newVolume>>;

declare module './lists.ts' {
  interface ServiceRows {
    readonly volumes: Volume;
  }
}

const listQuery = once(() => z.strictObject({ project: ProjectId, region: z.string().nullish() }));

const oneVolume = once(() => z.strictObject({ volume_fid: VolumeFid }));

/** The operations on volumes (section 4.4). */
export const volumeEndpoints = {
  listVolumes: {
    method: 'GET',
    path: '/v2/volumes',
    summary: 'List volumes of a project',
    params: none,
    get query() {
      return listQuery();
    },
    body: null,
    success: 200,
    answer: {
      kind: 'list',
      get of() {
        return volumeRow();
      },
    },
    errors: [422],
  },
  createVolume: {
    method: 'POST',
    path: '/v2/volumes',
    summary: 'Create volume',
    params: none,
    query: none,
    get body() {
      return newVolume();
    },
    success: 201,
    answer: {
      kind: 'one',
      get of() {
        return volumeRow();
      },
    },
    errors: [422],
  },
  deleteVolume: {
    method: 'DELETE',
    path: '/v2/volumes/{volume_fid}',
    summary: 'Delete volume',
    get params() {
      return oneVolume();
    },
    query: none,
    body: null,
    success: 204,
    answer: nothing,
    errors: [422],
  },
} as const satisfies Record<string, Endpoint>;
