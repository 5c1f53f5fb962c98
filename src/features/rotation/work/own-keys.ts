import type { ApiKey } from '../../../contract/api-key.ts';
import { HOUR_MS } from '../../../lib/duration.ts';
import { isActive, isKeyOf } from '../../../store/access.ts';
import type { Rotation } from './record.ts';

/** How far the clocks of the service and of this machine may differ, in milliseconds. */
const CLOCKS_MS = HOUR_MS;

/** What shows whose a key is: the keys, the token in use, and the secret that is kept beside it. */
type KeyEvidence = {
  readonly keys: readonly ApiKey[];
  readonly inUse: string | null;
  readonly kept: string | null;
  readonly now: number;
};

/** Whether a key has a name that this rotation has asked for, and was not there before. */
export const isNamedBy = ({ names, before, old }: Rotation, { fid, name }: ApiKey): boolean =>
  name !== null && names.includes(name) && fid !== old.fid && !before.includes(fid);

/**
 * Whether a key was certainly made by this rotation: by its name, its time, and its secret, if that is kept. Only such a key is revoked without
 * being named and confirmed.
 */
export function isProven(rotation: Rotation, key: ApiKey, { inUse, kept, now }: Omit<KeyEvidence, 'keys'>): boolean {
  const { begunAt } = rotation;
  const at = key.created_at;
  const isInTime = begunAt !== null && at !== null && at >= begunAt - CLOCKS_MS && at <= now + CLOCKS_MS;
  const hasSecret = key.fid !== rotation.key || (kept !== null && isKeyOf(kept, key));
  return isNamedBy(rotation, key) && isInTime && hasSecret && inUse !== null && !mayBeOf(inUse, key);
}

/** Whether a token may be the one of a key: a key without a snippet tells nothing. */
const mayBeOf = (token: string, key: ApiKey): boolean => key.snippet === null || isKeyOf(token, key);

/** The keys that a rotation may have made and that work: those that are certainly its own, and those that may be somebody else's or the one in use. */
export type OwnKeys = { readonly proven: readonly ApiKey[]; readonly doubtful: readonly ApiKey[] };

/** The keys that a rotation may have made and that work. */
export function ownKeys(rotation: Rotation, shown: KeyEvidence): OwnKeys {
  const { keys, now } = shown;
  const found = keys.filter(
    (key) =>
      key.fid !== rotation.old.fid && isActive(key, now) && (isNamedBy(rotation, key) || key.fid === rotation.key),
  );
  const [proven, doubtful] = [true, false].map((is) => found.filter((key) => isProven(rotation, key, shown) === is));
  return { proven: proven ?? [], doubtful: doubtful ?? [] };
}
