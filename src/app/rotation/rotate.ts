import { rm } from 'node:fs/promises';
import type { ApiKey } from '../../contract/api-key.ts';
import { describeError } from '../../lib/os-error.ts';
import { revokeApiKey } from '../../resources/api-keys.ts';
import { keyInUse, nextStep, unusedKeys } from '../../rotation/next-step.ts';
import { oldKeyOf } from '../../rotation/plan.ts';
import { type Rotation, rotationOf } from '../../rotation/record.ts';
import { createKey, revokeUnused } from './create.ts';
import { keysWith, readFacts, type Seen, serviceFailure, stopped } from './facts.ts';
import type { RotationEnd, RotationParts } from './parts.ts';
import { swapKeys, tryNewKey } from './replace.ts';

/** Most steps of one run: each step is done once, and unused keys of a few interrupted runs are revoked. */
const MAX_STEPS = 40;

/**
 * Rotates the key in use, or continues an interrupted rotation: before each step it looks again at the service and at this machine.
 * Until the old key is revoked, at the operator's second confirmation, it keeps working. @throws {CommandFailure}
 */
export async function rotateKey(parts: RotationParts): Promise<RotationEnd> {
  const { record, say, place, options } = parts;
  let rotation = record.read();
  let created = false;
  const save = (next: Rotation): void => {
    record.write(next);
    rotation = next;
  };
  const { agreed, of } = await begin(parts, rotation);
  if (!agreed) return end('declined', of, []);
  save(of);
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const now: Rotation = rotation ?? of;
    const seen = await readFacts(parts, now);
    const step = nextStep(now, seen);
    switch (step.kind) {
      case 'stop':
        throw stopped(step.why, stoppedHint(now));
      case 'create':
        if (created)
          throw stopped('The new key was made and is not listed by the service.', 'The old key still works.');
        created = true;
        rotation = await createKey(parts, now, seen);
        break;
      case 'revoke-unused':
        await revokeUnused(parts, step.key, seen.token);
        break;
      case 'note-kept':
        save({ ...now, key: step.key.fid, step: 'kept' });
        break;
      case 'begin-again':
        say('The new key of the interrupted rotation no longer works, so another one is made.');
        save({ ...now, key: null, savedTo: null, step: 'planned' });
        break;
      case 'try':
        await tryNewKey(parts, now, step.key, step.token, seen);
        save({ ...now, step: 'tried' });
        break;
      case 'swap':
        if (!place.canSwap) return waits(parts, now);
        await swapKeys(parts, step.token);
        save({ ...now, step: 'swapped' });
        break;
      case 'note-swapped':
        await tryInUse(parts, now, seen);
        save({ ...now, step: 'swapped' });
        break;
      case 'revoke-old':
        return revokeOld(parts, now, step.old, seen, options.keepOld);
      case 'finish':
        await finish(parts, now);
        say(`The key ${now.old.name} is revoked.`);
        return end('rotated', now, []);
    }
  }
  throw stopped('The rotation could not be completed.', 'Both keys still work. List them with: spotdeck get api-keys');
}

const end = (kind: RotationEnd['kind'], { old, key }: Rotation, users: readonly string[]): RotationEnd => ({
  kind,
  ...{ oldKey: old, newKey: key, users },
});

const stoppedHint = ({ step }: Rotation): string =>
  step === 'swapped'
    ? 'Run the rotation again once the key is back.'
    : 'Give the rotation up with --abort, or run it again.';

/** Asks before the first request that changes something. Returns the answer and the record to go on with. */
async function begin(
  parts: RotationParts,
  before: Rotation | null,
): Promise<{ readonly agreed: boolean; readonly of: Rotation }> {
  const { place, ask, say, options } = parts;
  const seen = await readFacts(parts, before);
  if (before !== null) {
    const step = nextStep(before, seen);
    say(`A rotation of ${before.old.name} was begun; it goes on: ${WORDS[step.kind]}.`);
    if (step.kind === 'revoke-old' || step.kind === 'finish' || step.kind === 'stop')
      return { agreed: true, of: before };
    const asked = { lines: [`Go on with the rotation of ${before.old.name}?`], typed: 'yes' };
    return { agreed: await ask(asked), of: before };
  }
  const old = oldKeyOf(seen.keys, seen.token, seen.now);
  if (!old.ok) throw stopped(old.error);
  if (seen.kept !== null)
    throw stopped(
      `There is a secret in ${place.nextFile ?? 'the keyring'} already.`,
      'Nothing was sent. Check what it is, and move it away.',
    );
  const { name, fid } = old.value;
  const lines = [
    `Rotate the API key ${name || fid}, which is kept in ${place.words}.`,
    `A new key is made and tried${place.canSwap ? `, and takes its place there` : '; you put it in its place'}.`,
    options.keepOld ? 'The old key is not revoked.' : 'The old key works until you confirm that it is revoked.',
  ];
  return { agreed: await ask({ lines, typed: 'yes' }), of: rotationOf({ fid, name: name || fid }) };
}

const WORDS = {
  create: 'the new key is made',
  'revoke-unused': 'a key whose secret was lost is revoked',
  'note-kept': 'the new key is tried',
  'begin-again': 'another new key is made',
  try: 'the new key is tried',
  swap: 'the new key takes the place of the old one',
  'note-swapped': 'the old key is revoked once you confirm',
  'revoke-old': 'the old key is revoked once you confirm',
  finish: 'what is left of it is removed',
  stop: 'it cannot go on by itself',
} as const;

/** Reports what the operator has to do where spotdeck can't write the token. */
function waits({ place, say }: RotationParts, rotation: Rotation): RotationEnd {
  say(
    `The new key is in ${rotation.savedTo ?? place.nextFile ?? ''}. Put it into ${place.words}, and run the rotation again.`,
  );
  say(`The old key ${rotation.old.name} works until then.`);
  return end('waits', rotation, []);
}

/** Tries the token in use, before the old key may be revoked. @throws {CommandFailure} */
async function tryInUse(parts: RotationParts, rotation: Rotation, seen: Seen): Promise<void> {
  const key = seen.keys.find(({ fid }) => fid === rotation.key);
  if (key === undefined || seen.inUse === null) throw stopped('The new key is not listed by the service.');
  await tryNewKey(parts, rotation, key, seen.inUse, seen);
}

/** Revokes the old key with the new one, once the operator has seen who still uses it and confirms. */
async function revokeOld(
  parts: RotationParts,
  rotation: Rotation,
  old: ApiKey,
  seen: Seen,
  keepOld: boolean,
): Promise<RotationEnd> {
  const { say, client, send } = parts;
  const users = await parts.users(old);
  if (keepOld) {
    await finish(parts, rotation);
    say(`The key ${rotation.old.name} was not revoked and still works.`);
    return end('old-kept', rotation, users);
  }
  const { agreed, token, users: known } = await askToRevoke(parts, rotation, old, seen, users);
  if (!agreed) {
    say(`The key ${rotation.old.name} still works. Run the rotation again to revoke it.`);
    return end('declined', rotation, known);
  }
  const outcome = await send(client(token), revokeApiKey(old));
  if (!outcome.ok && outcome.error.kind !== 'not-found')
    throw serviceFailure(
      outcome.error,
      `It is not certain that the key ${rotation.old.name} was revoked. Run the rotation again.`,
    );
  await finish(parts, rotation);
  say(`Revoked the key ${rotation.old.name}. The rotation is complete.`);
  return end('rotated', rotation, known);
}

/** Most times that the question about the old key is asked because its users have changed. */
const MAX_QUESTIONS = 5;

/**
 * Asks whether the old key is revoked. The operator may take long: only a new key that is in its place and works by then allows it, and
 * when the old one has other users by then it is asked again. @throws {CommandFailure}
 */
async function askToRevoke(
  parts: RotationParts,
  rotation: Rotation,
  old: ApiKey,
  seen: Seen,
  first: readonly string[],
): Promise<{ readonly agreed: boolean; readonly token: string; readonly users: readonly string[] }> {
  const { place, ask, say } = parts;
  const { name } = rotation.old;
  let users = first;
  for (let questions = 0; questions < MAX_QUESTIONS; questions += 1) {
    const lines = [...users, `Revoke the old key ${name}? Whatever still uses it loses access at once.`];
    if (!(await ask({ lines, typed: name }))) break;
    const token = await place.read();
    if (token === null || keyInUse(rotation, { ...seen, inUse: token }) !== 'new')
      throw stopped(
        `The new key is no longer in ${place.words}, so the old one was not revoked.`,
        'Run the rotation again.',
      );
    const keys = await keysWith(parts, token);
    if (!keys.ok)
      throw serviceFailure(keys.error, 'The new key could not be tried again, so the old one was not revoked.');
    const now = await parts.users(keys.value.find(({ fid }) => fid === old.fid) ?? old);
    if (now.length === users.length && now.every((line, n) => line === users[n])) return { agreed: true, token, users };
    say(`Who uses the key ${name} has changed since, so it was not revoked yet.`);
    users = now;
  }
  return { agreed: false, token: '', users };
}

/** Removes the waiting secret and the record; a file that the operator named for another store stays. */
async function finish({ place, record, say }: RotationParts, { savedTo }: Rotation): Promise<void> {
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
  record.remove();
}

/** Gives a begun rotation up: its unused keys are revoked and the waiting secret is removed. @throws {CommandFailure} */
export async function giveUpRotation(parts: RotationParts): Promise<RotationEnd> {
  const { record, ask, say } = parts;
  const rotation = record.read();
  if (rotation === null) throw stopped('No rotation was begun here.');
  const seen = await readFacts(parts, rotation);
  const unused = unusedKeys(rotation, seen);
  if (!unused.ok) throw stopped(unused.error, 'Run the rotation again to finish it.');
  const names = unused.value.map(({ name }) => name);
  const lines = [
    `Give up the rotation of ${rotation.old.name}?`,
    ...(names.length === 0 ? [] : [`Its new key, which is not in use here, is revoked: ${names.join(', ')}.`]),
  ];
  if (!(await ask({ lines, typed: 'yes' }))) return end('declined', rotation, []);
  for (const key of unused.value) {
    const outcome = await parts.send(parts.client(seen.token), revokeApiKey(key));
    if (!outcome.ok && outcome.error.kind !== 'not-found')
      throw serviceFailure(outcome.error, `The key ${key.name} was not revoked. Run --abort again.`);
    say(`Revoked the key ${key.name}.`);
  }
  await finish(parts, rotation);
  say(`The rotation is given up. The key ${rotation.old.name} stays in use.`);
  return end('given-up', { ...rotation, key: null }, []);
}
