import * as z from 'zod';
import { once } from '../lib/memoize.ts';
import { type Endpoint, none } from './endpoint.ts';
import { ProjectId, SshKeyFid } from './fid.ts';
import { block, identifier, line, other, time } from './fields.ts';

/** Section 2.3. */
export const sshKeyRow = once(() =>
  z
    .object({ fid: identifier(SshKeyFid), name: line(), project: line(), public_key: line(), created_at: time() })
    .catchall(other())
    .meta({ id: 'SshKey' }),
);
export type SshKey = z.output<ReturnType<typeof sshKeyRow>>;

/** Has `private_key` only when the service made the pair (section 4.3). */
export const createdSshKey = once(() => sshKeyRow().extend({ private_key: block() }).meta({ id: 'CreatedSshKey' }));

/** Section 4.3: without `public_key` the service creates an RSA pair. */
export const newSshKey = once(() =>
  z
    .strictObject({
      project: ProjectId,
      name: z.string().min(1, 'Give the key a name.'),
      public_key: z.string().nullish(),
    })
    .meta({ id: 'NewSshKey' }),
);
export type NewSshKey = z.output<ReturnType<typeof newSshKey>>;

declare module './lists.ts' {
  interface ServiceRows {
    readonly sshKeys: SshKey;
  }
}

const listQuery = once(() => z.strictObject({ project: ProjectId }));

/** The operations on SSH keys (section 4.3). */
export const sshKeyEndpoints = {
  listSshKeys: {
    method: 'GET',
    path: '/v2/ssh-keys',
    summary: 'List SSH keys of a project',
    params: none,
    get query() {
      return listQuery();
    },
    body: null,
    success: 200,
    answer: {
      kind: 'list',
      get of() {
        return sshKeyRow();
      },
    },
    errors: [],
  },
  createSshKey: {
    method: 'POST',
    path: '/v2/ssh-keys',
    summary: 'Create SSH key',
    params: none,
    query: none,
    get body() {
      return newSshKey();
    },
    success: 201,
    answer: {
      kind: 'one',
      get of() {
        return createdSshKey();
      },
      secret: 'private_key',
    },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
