import { rm } from 'node:fs/promises';
import { describeError } from '../../../lib/os-error.ts';
import type { Situation } from './next-step.ts';
import { ownKeys } from './own-keys.ts';
import type { Rotation } from './record.ts';
import type { RotationEnd, RotationWork } from './rotation-work.ts';
import { stopped } from './situation.ts';

/** How a run of a rotation ended. */
export const end = (
  kind: RotationEnd['kind'],
  { old, key }: Rotation,
  users: readonly string[],
  leftKeys: readonly string[] = [],
): RotationEnd => ({ kind, oldKey: { fid: old.fid, name: old.name }, newKey: key, users, leftKeys });

/** Names the keys that the rotation may have made, that work and that are left, as they may be somebody else's. Returns their identifiers. */
export function nameLeftKeys(
  { say }: Pick<RotationWork, 'say'>,
  rotation: Rotation,
  seen: Situation,
): readonly string[] {
  const own = ownKeys(rotation, seen);
  const left = [...own.proven, ...own.doubtful].filter(({ fid }) => fid !== rotation.key);
  for (const { name, fid } of left)
    say(
      `The key ${name || fid} was not revoked: it may be of this rotation. Revoke it with: spotdeck api-key revoke ${fid}`,
    );
  return left.map(({ fid }) => fid);
}

/** Removes the waiting secret, the copy of the old one and the record; a file that the operator named for another store stays. */
export async function finish({ place, record, say }: RotationWork, { savedTo }: Rotation): Promise<void> {
  try {
    await place.clean();
    if (savedTo !== null && place.canSwap) await rm(savedTo, { force: true });
    else if (savedTo !== null) say(`${savedTo} still has the secret of the new key.`);
  } catch (error) {
    throw stopped(
      `The waiting copy of the new key could not be removed: ${describeError(error)}.`,
      'Run the rotation again.',
    );
  }
  await record.remove();
}
