import type { ApiKey } from '../contract/api-key.ts';
import { isActive, isKeyOf } from './key-of-token.ts';
import { oldKeyOf } from './plan.ts';
import type { Rotation } from './record.ts';

/** What is known when the next step is decided: all keys, the token in use, and the new one that is kept beside it. */
export type Facts = {
  readonly keys: readonly ApiKey[];
  readonly inUse: string | null;
  readonly kept: string | null;
  readonly now: number;
};

/** The key whose token is in use; `unknown` when that can't be told. */
export type InUse = 'old' | 'new' | 'unknown';

export type NextStep =
  | { readonly kind: 'create' }
  /** A key of this rotation whose secret nobody has: it is revoked, since it can't be used. */
  | { readonly kind: 'revoke-unused'; readonly key: ApiKey }
  /** The secret of this key was kept, and that was not written down. */
  | { readonly kind: 'note-kept'; readonly key: ApiKey }
  /** The new key no longer works: another one is made. */
  | { readonly kind: 'begin-again' }
  | { readonly kind: 'try'; readonly key: ApiKey; readonly token: string }
  | { readonly kind: 'swap'; readonly token: string }
  | { readonly kind: 'note-swapped' }
  | { readonly kind: 'revoke-old'; readonly old: ApiKey }
  | { readonly kind: 'finish' }
  | { readonly kind: 'stop'; readonly why: string };

const UNCLEAR = 'It is not clear which key is in use here, so nothing was changed.';

/** Returns which key the token in use belongs to. */
export function keyInUse({ old, key }: Rotation, { keys, inUse, kept }: Facts): InUse {
  if (inUse === null) return 'unknown';
  if (key !== null && inUse === kept) return 'new';
  const fits = (fid: string | null): boolean => keys.some((one) => one.fid === fid && isKeyOf(inUse, one));
  const [isOld, isNew] = [fits(old.fid), fits(key)];
  if (isOld === isNew) return 'unknown';
  return isOld ? 'old' : 'new';
}

const isOf = ({ names }: Rotation, { name }: ApiKey): boolean => name !== null && names.includes(name);

/** Returns the keys to revoke so that a rotation is given up, or why that is not possible. */
export function unusedKeys(
  rotation: Rotation,
  facts: Facts,
): { readonly ok: true; readonly value: readonly ApiKey[] } | { readonly ok: false; readonly error: string } {
  const inUse = keyInUse(rotation, facts);
  if (inUse === 'new')
    return { ok: false, error: 'The new key is in use here already, so the rotation is not given up.' };
  // Another key altogether may be in use by now.
  const other = facts.inUse === null ? null : oldKeyOf(facts.keys, facts.inUse, facts.now);
  if (inUse === 'unknown' && (other?.ok !== true || isOf(rotation, other.value))) return { ok: false, error: UNCLEAR };
  const own = facts.keys.filter((key) => isActive(key, facts.now) && (isOf(rotation, key) || key.fid === rotation.key));
  return { ok: true, value: own.filter(({ fid }) => fid !== rotation.old.fid) };
}

/**
 * Returns the next step of a rotation by what its record says and what the service and this machine show. A key is revoked only
 * when its token is not the one in use.
 */
export function nextStep(rotation: Rotation, facts: Facts): NextStep {
  const { keys, kept, inUse: token, now } = facts;
  const active = keys.filter((key) => isActive(key, now));
  const inUse = keyInUse(rotation, facts);
  const old = active.find(({ fid }) => fid === rotation.old.fid);
  const own = active.filter((key) => isOf(rotation, key) && key.fid !== rotation.key);
  const unclear: NextStep = { kind: 'stop', why: UNCLEAR };

  if (rotation.key === null) {
    const found = own.find((key) => kept !== null && isKeyOf(kept, key));
    if (found !== undefined) return { kind: 'note-kept', key: found };
    const [lost] = own;
    if (lost === undefined) return inUse === 'old' ? { kind: 'create' } : unclear;
    return inUse === 'old' && token !== null && !isKeyOf(token, lost) ? { kind: 'revoke-unused', key: lost } : unclear;
  }

  const key = active.find(({ fid }) => fid === rotation.key);
  const [stray] = own.filter((one) => token !== null && !isKeyOf(token, one));
  if (key === undefined) {
    if (inUse === 'old') return { kind: 'begin-again' };
    return { kind: 'stop', why: 'The new key was revoked or has expired, and the old one is no longer kept here.' };
  }
  if (inUse === 'new') {
    if (rotation.step !== 'swapped') return { kind: 'note-swapped' };
    if (stray !== undefined) return { kind: 'revoke-unused', key: stray };
    return old === undefined ? { kind: 'finish' } : { kind: 'revoke-old', old };
  }
  // The operator may have moved it to where it belongs, so the key is not revoked.
  if (kept === null) return { kind: 'stop', why: 'The secret of the new key is no longer where it was saved.' };
  return rotation.step === 'planned' || rotation.step === 'kept'
    ? { kind: 'try', key, token: kept }
    : { kind: 'swap', token: kept };
}
