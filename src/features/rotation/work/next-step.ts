import type { ApiKey } from '../../../contract/api-key.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/duration.ts';
import { isActive, isKeyOf } from '../../../store/access.ts';
import { isOldToken, type Rotation } from './rotation-work.ts';

export type Situation = {
  readonly keys: readonly ApiKey[];
  /** In use, waiting, and replaced by the new one; null for none. */
  readonly inUse: string | null;
  readonly kept: string | null;
  readonly replaced: string | null;
  /** The first of them that the service accepts. */
  readonly token: string;
  readonly now: number;
};

/** `unknown` when it can't be told. */
export type InUse = 'old' | 'new' | 'unknown';

export type NextStep =
  | { readonly kind: 'create' }
  /** Nobody has its secret, so it is revoked. */
  | { readonly kind: 'revoke-unused'; readonly key: ApiKey }
  /** Its secret was saved, but not recorded, or under another identifier. */
  | { readonly kind: 'note-kept'; readonly key: ApiKey }
  /** The new key no longer works. */
  | { readonly kind: 'begin-again' }
  | { readonly kind: 'try'; readonly key: ApiKey; readonly token: string }
  | { readonly kind: 'swap'; readonly token: string }
  | { readonly kind: 'note-swapped' }
  /** The new key in place does not work, but the old one does. */
  | { readonly kind: 'put-back'; readonly token: string }
  | { readonly kind: 'revoke-old'; readonly old: ApiKey }
  | { readonly kind: 'finish' }
  | { readonly kind: 'stop'; readonly why: string };

const UNCLEAR = 'It is not clear which key is in use here, so nothing was changed.';

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
 * The next step, from the record, the service and this machine. A key is revoked only if it is certainly this
 * rotation's and not in use.
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
  // The operator may have moved it, so the key is not revoked.
  if (kept === null) return { kind: 'stop', why: 'The secret of the new key is no longer where it was saved.' };
  return rotation.step === 'planned' || rotation.step === 'kept'
    ? { kind: 'try', key, token: kept }
    : { kind: 'swap', token: kept };
}

/** The clocks of service and machine may differ this much, in milliseconds. */
const CLOCKS_MS = HOUR_MS;

/** Whether this rotation asked for the name, and the key is new. */
const isNamedBy = ({ names, before, old }: Rotation, { fid, name }: ApiKey): boolean =>
  name !== null && names.includes(name) && fid !== old.fid && !before.includes(fid);

/**
 * Whether this rotation certainly made a key: by name, time, and saved secret. Others are revoked only by the
 * operator's word.
 */
export function isProven(
  rotation: Rotation,
  key: ApiKey,
  { inUse, kept, now }: Pick<Situation, 'inUse' | 'kept' | 'now'>,
): boolean {
  const { begunAt } = rotation;
  const at = key.created_at;
  const isInTime = begunAt !== null && at !== null && at >= begunAt - CLOCKS_MS && at <= now + CLOCKS_MS;
  const hasSecret = key.fid !== rotation.key || (kept !== null && isKeyOf(kept, key));
  return isNamedBy(rotation, key) && isInTime && hasSecret && inUse !== null && !mayBeOf(inUse, key);
}

/** A key without a snippet tells nothing. */
const mayBeOf = (token: string, key: ApiKey): boolean => key.snippet === null || isKeyOf(token, key);

/** Working keys this rotation may have made. Doubtful ones may be somebody else's, or in use. */
export function ownKeys(rotation: Rotation, shown: Situation) {
  const found = shown.keys.filter(
    (key) =>
      key.fid !== rotation.old.fid &&
      isActive(key, shown.now) &&
      (isNamedBy(rotation, key) || key.fid === rotation.key),
  );
  return {
    proven: found.filter((key) => isProven(rotation, key, shown)),
    doubtful: found.filter((key) => !isProven(rotation, key, shown)),
  };
}

/** For an old key of unknown lifetime, in milliseconds. */
const DEFAULT_LIFETIME_MS = 90 * DAY_MS;

/** Date and random characters of an earlier rotation. */
const ADDED = /-\d{4}-\d{2}-\d{2}-[0-9a-f]{6}$/;

/** The key of a token, or a sentence why it is not known. */
export function oldKeyOf(
  keys: readonly ApiKey[],
  token: string,
  now: number,
): { readonly ok: true; readonly value: ApiKey } | { readonly ok: false; readonly error: string } {
  const fitting = keys.filter((key) => isActive(key, now) && isKeyOf(token, key));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return { ok: true, value: only };
  return {
    ok: false,
    error:
      only === undefined
        ? 'None of the listed API keys is the one in use here, so there is nothing to rotate.'
        : `${fitting.length} API keys begin like the one in use here, so it can't be said which one to replace: ${fitting.map(({ name, fid }) => (name ? `${name} (${fid})` : fid)).join(', ')}. Revoke those that are not in use with: spotdeck api-key revoke IDENTIFIER`,
  };
}

/** A free name: the old one with date and random characters. */
export function newName(old: string, now: number, random: () => string, taken: ReadonlySet<string>): string {
  for (;;) {
    const name = `${old.replace(ADDED, '') || 'api-key'}-${new Date(now).toISOString().slice(0, 10)}-${random()}`;
    if (!taken.has(name)) return name;
  }
}

/** The new key lives as long as the old one. */
export function newExpiry({ created_at, expires_at }: ApiKey, now: number): string {
  const lifetime = created_at === null || expires_at === null ? 0 : expires_at - created_at;
  const until = now + (lifetime >= DAY_MS ? lifetime : DEFAULT_LIFETIME_MS);
  return `${new Date(until).toISOString().slice(0, 19)}Z`;
}
