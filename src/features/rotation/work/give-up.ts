import type { ApiKey } from '../../../contract/api-key.ts';
import { moment } from '../../../lib/duration.ts';
import { revokeApiKey } from '../../../resources/api-key-actions.ts';
import { keyInUse, ownKeys, type Situation } from './next-step.ts';
import { putBack } from './replace.ts';
import type { Rotation, RotationEnd, RotationWork } from './rotation-work.ts';
import { end, finish, keysWith, notRevoked, readSituation, serviceFailure, stopped } from './situation.ts';

/**
 * Keeps or restores the old key, revokes the rotation's own keys and removes the waiting secret. Doubtful keys are
 * revoked only if the operator types their identifier. @throws {CommandFailure}
 */
export async function giveUpRotation(parts: RotationWork): Promise<RotationEnd> {
  const { record, ask, say } = parts;
  const rotation = await record.read();
  if (rotation === null) throw stopped('No rotation was begun here.');
  if (rotation === 'unreadable') return forget(parts);
  const found = await readSituation(parts, rotation);
  const seen = keyInUse(rotation, found) === 'new' ? await withOldKey(parts, found) : found;
  // The new key, which is about to be revoked, may be the only working one.
  if (seen.inUse !== null && seen.token !== seen.inUse)
    throw stopped(
      'The service no longer accepts the key that is in use here, so the rotation is not given up: no key would work.',
      'Run the rotation again to finish it, or sign in with another key first.',
    );
  const isPutBack = seen.inUse !== found.inUse;
  const { proven, doubtful } = ownKeys(rotation, seen);
  const names = proven.map(({ name }) => name);
  const lines = [
    `Give up the rotation of ${rotation.old.name}?`,
    ...(isPutBack ? [`The old key is put back into ${parts.place.words}.`] : []),
    ...(names.length === 0 ? [] : [`Its new key, which is then not in use here, is revoked: ${names.join(', ')}.`]),
  ];
  if (!(await ask({ lines, typed: 'yes', isForOperator: false }))) return end('declined', rotation, []);
  if (isPutBack) await putBack(parts, seen.token);
  const revoked: ApiKey[] = [];
  for (const key of proven) {
    await revoke(parts, seen.token, key);
    revoked.push(key);
  }
  const left: ApiKey[] = [];
  for (const key of doubtful) {
    const isRevoked = await ask(askedOf(key));
    if (isRevoked) await revoke(parts, seen.token, key);
    (isRevoked ? revoked : left).push(key);
  }
  if (revoked.length > 0) await lookAfterwards(parts, rotation, seen.token);
  await finish(parts, rotation);
  for (const { name, fid } of left)
    say(`The key ${name || fid} was not revoked. If it is not needed, revoke it: spotdeck api-key revoke ${fid}`);
  say(`The rotation is given up. The key ${rotation.old.name} stays in use.`);
  const leftKeys = left.map(({ fid }) => fid);
  return end('given-up', { ...rotation, key: null }, [], leftKeys);
}

/** The situation with the old key restored from its copy. @throws {CommandFailure} when it can't be. */
async function withOldKey(parts: RotationWork, seen: Situation): Promise<Situation> {
  const { place } = parts;
  const old = seen.replaced;
  const keys = old === null ? null : await keysWith(parts, old);
  if (old === null || keys?.ok !== true)
    throw stopped(
      'The new key is in use here already, so the rotation is not given up.',
      place.canSwap
        ? 'Run the rotation again to finish it.'
        : `Put the old token back into ${place.words}, or run the rotation again to finish it.`,
    );
  return { ...seen, keys: keys.value, inUse: old, token: old };
}

const askedOf = ({ name, fid, created_at, snippet }: ApiKey) => ({
  lines: [
    `The key ${name || fid} may be of this rotation, but that is not certain.`,
    `Identifier ${fid}, starts with ${snippet ?? '?'}, made ${created_at === null ? 'at an unknown time' : moment(created_at)}.`,
    'Revoke it? Whatever uses it loses access at once.',
  ],
  typed: fid,
  isForOperator: true,
});

async function revoke(parts: RotationWork, token: string, key: ApiKey): Promise<void> {
  const outcome = await parts.send(parts.client(token), revokeApiKey(key));
  const failure = notRevoked(outcome, `The key ${key.name || key.fid} was not revoked. Run --abort again.`);
  if (failure !== null) throw failure;
  parts.say(`Revoked the key ${key.name || key.fid}.`);
}

/** Checks the remaining key. @throws {CommandFailure} when rejected, before anything else is removed. */
async function lookAfterwards(parts: RotationWork, { old }: Rotation, token: string): Promise<void> {
  const keys = await keysWith(parts, token);
  if (keys.ok) return;
  const sentence =
    keys.error.kind === 'not-signed-in'
      ? `The service no longer accepts the key ${old.name}, which was to stay in use. Run the rotation again: it uses the new key if that works.`
      : `The key ${old.name}, which stays in use, could not be tried after the revocation. Run --abort again.`;
  throw serviceFailure(keys.error, sentence);
}

/** Removes another version's record. Keys and secrets stay. */
async function forget({ ask, record, place, say }: RotationWork): Promise<RotationEnd> {
  const lines = [
    'The record of this rotation was written by another version of spotdeck. Forget it?',
    'No key is revoked and no secret is removed.',
  ];
  const ended = { newKey: null, users: [], leftKeys: [], oldKey: null };
  if (!(await ask({ lines, typed: 'yes', isForOperator: false }))) return { ...ended, kind: 'declined' };
  await record.remove();
  say(
    `The rotation is given up. Its secrets, if there are any, are in ${place.nextFile ?? 'the keyring'} and ${place.replacedWords}.`,
  );
  return { ...ended, kind: 'given-up' };
}
