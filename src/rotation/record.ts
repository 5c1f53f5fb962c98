import * as z from 'zod';

/**
 * What is written down of a rotation before each of its steps; never a secret. `names` are the names of all keys that it has asked
 * the service for, `key` the identifier of the new key once its secret is kept, `savedTo` the file of that secret when it is not
 * in its usual one. Each step is one that was finished.
 */
export const Rotation = z.strictObject({
  old: z.strictObject({ fid: z.string(), name: z.string() }),
  names: z.array(z.string()),
  key: z.string().nullable(),
  savedTo: z.string().nullable(),
  step: z.enum(['planned', 'kept', 'tried', 'swapped']),
});
export type Rotation = Readonly<z.output<typeof Rotation>>;

/** Returns the record of a new rotation. */
export function rotationOf(old: Rotation['old']): Rotation {
  return { old: { fid: old.fid, name: old.name }, names: [], key: null, savedTo: null, step: 'planned' };
}
