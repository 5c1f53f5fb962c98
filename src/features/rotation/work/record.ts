import { createHash } from 'node:crypto';
import * as z from 'zod';

const Old = z.strictObject({
  fid: z.string(),
  name: z.string(),
  /** Fingerprint of its token; null in a record of an earlier version. */
  token: z.string().nullable().default(null),
});

/**
 * What is written down of a rotation before each of its steps; never a secret. `names` are the names of all keys that it has asked
 * the service for, `key` the identifier of the new key once its secret is kept, `savedTo` the file of that secret when it is not
 * in its usual one. Each step is one that was finished.
 */
export const Rotation = z.strictObject({
  old: Old,
  names: z.array(z.string()),
  /** When the rotation was begun, in milliseconds since 1970; null in a record of an earlier version. */
  begunAt: z.int().nullable().default(null),
  /** Identifiers of all keys that were there before the first new key was asked for: none of them is a new one. */
  before: z.array(z.string()).default([]),
  key: z.string().nullable(),
  savedTo: z.string().nullable(),
  step: z.enum(['planned', 'kept', 'tried', 'swapped']),
});
export type Rotation = Readonly<z.output<typeof Rotation>>;

/** The record of a new rotation. `keys` are the identifiers of all keys now. */
export function rotationOf(
  old: { readonly fid: string; readonly name: string },
  token: string,
  keys: readonly string[],
  now: number,
): Rotation {
  return {
    old: { fid: old.fid, name: old.name, token: fingerprintOf(token) },
    names: [],
    begunAt: now,
    before: [...keys],
    key: null,
    savedTo: null,
    step: 'planned',
  };
}

/** Whether a token is the one that was in use when the rotation was begun; null when that was not written down. */
export const isOldToken = ({ old }: Rotation, token: string): boolean | null =>
  old.token === null ? null : old.token === fingerprintOf(token);

/** What tells one secret from another and does not show it: the beginning of its SHA-256. */
const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 32);
