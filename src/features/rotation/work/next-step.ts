import type { ApiKey } from '../../../contract/api-key.ts';
import { isActive, isKeyOf } from '../../../store/access.ts';
import { isNamedBy, ownKeys } from './own-keys.ts';
import { isOldToken, type Rotation } from './record.ts';

/** What is known when the next step is decided. */
export type Situation = {
  readonly keys: readonly ApiKey[];
  /** The token in use, the new one that is kept beside it, and the old one that it has replaced; null without one. */
  readonly inUse: string | null;
  readonly kept: string | null;
  readonly replaced: string | null;
  /** The one of them that the service accepts, in this order; it has listed the keys. */
  readonly token: string;
  readonly now: number;
};

/** The key whose token is in use; `unknown` when that can't be told. */
export type InUse = 'old' | 'new' | 'unknown';

export type NextStep =
  | { readonly kind: 'create' }
  /** A key of this rotation whose secret nobody has: it is revoked, since it can't be used. */
  | { readonly kind: 'revoke-unused'; readonly key: ApiKey }
  /** The secret of this key was kept, and that was not written down, or under another identifier. */
  | { readonly kind: 'note-kept'; readonly key: ApiKey }
  /** The new key no longer works: another one is made. */
  | { readonly kind: 'begin-again' }
  | { readonly kind: 'try'; readonly key: ApiKey; readonly token: string }
  | { readonly kind: 'swap'; readonly token: string }
  | { readonly kind: 'note-swapped' }
  /** The new key is in its place and does not work, the old one does: that is put back. */
  | { readonly kind: 'put-back'; readonly token: string }
  | { readonly kind: 'revoke-old'; readonly old: ApiKey }
  | { readonly kind: 'finish' }
  | { readonly kind: 'stop'; readonly why: string };

const UNCLEAR = 'It is not clear which key is in use here, so nothing was changed.';

/** Which key the token in use belongs to. */
export function keyInUse(rotation: Rotation, { keys, inUse, kept }: Pick<Situation, 'keys' | 'inUse' | 'kept'>): InUse {
  const { old, key } = rotation;
  if (inUse === null) return 'unknown';
  const isOldOne = isOldToken(rotation, inUse);
  if (isOldOne === true) return 'old';
  if (key !== null && inUse === kept) return 'new';
  const fits = (fid: string | null): boolean => keys.some((one) => one.fid === fid && isKeyOf(inUse, one));
  const [isOld, isNew] = [isOldOne === null && fits(old.fid), fits(key)];
  if (isOld === isNew) return 'unknown';
  return isOld ? 'old' : 'new';
}

/**
 * The next step of a rotation by what its record says and what the service and this machine show. A key is revoked only
 * when it is certainly one of this rotation, and its token is not the one in use.
 */
export function nextStep(rotation: Rotation, situation: Situation): NextStep {
  const { keys, kept, now } = situation;
  const active = keys.filter((key) => isActive(key, now));
  const inUse = keyInUse(rotation, situation);
  const named = active.filter((key) => isNamedBy(rotation, key));
  const found = named.find((key) => kept !== null && kept !== situation.inUse && isKeyOf(kept, key));
  const own = ownKeys(rotation, situation);
  const [stray] = own.proven.filter(({ fid }) => fid !== rotation.key);
  const unclear: NextStep = { kind: 'stop', why: UNCLEAR };

  if (rotation.key === null) {
    if (found !== undefined) return { kind: 'note-kept', key: found };
    if (inUse !== 'old') return unclear;
    if (stray !== undefined) return { kind: 'revoke-unused', key: stray };
    const [doubtful] = own.doubtful;
    if (doubtful === undefined) return { kind: 'create' };
    return {
      kind: 'stop',
      why: `The key ${doubtful.name} is there already, and it is not certain that it is an unused one of this rotation.`,
    };
  }
  if (inUse === 'new' && situation.token !== situation.inUse)
    return situation.token === situation.replaced
      ? { kind: 'put-back', token: situation.token }
      : { kind: 'stop', why: 'The new key is in use here, and the service does not accept it.' };

  const key = active.find(({ fid }) => fid === rotation.key);
  const isNamed = key !== undefined && isNamedBy(rotation, key);
  if (!isNamed && inUse === 'old' && found !== undefined) return { kind: 'note-kept', key: found };
  if (key === undefined) {
    if (inUse === 'old') return { kind: 'begin-again' };
    return { kind: 'stop', why: 'The new key was revoked or has expired, and the old one is no longer kept here.' };
  }
  if (!isNamed)
    return {
      kind: 'stop',
      why: `The service answered with the key ${key.name || key.fid}, which is not the one that was asked for.`,
    };
  if (inUse === 'new') {
    if (rotation.step !== 'swapped') return { kind: 'note-swapped' };
    if (stray !== undefined) return { kind: 'revoke-unused', key: stray };
    const old = active.find(({ fid }) => fid === rotation.old.fid);
    return old === undefined ? { kind: 'finish' } : { kind: 'revoke-old', old };
  }
  // The operator may have put another token there.
  if (inUse === 'unknown') return unclear;
  // The operator may have moved it to where it belongs, so the key is not revoked.
  if (kept === null) return { kind: 'stop', why: 'The secret of the new key is no longer where it was saved.' };
  return rotation.step === 'planned' || rotation.step === 'kept'
    ? { kind: 'try', key, token: kept }
    : { kind: 'swap', token: kept };
}
