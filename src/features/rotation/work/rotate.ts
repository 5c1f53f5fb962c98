import { createKey, revokeUnused } from './create.ts';
import { nextStep, oldKeyOf, type Situation } from './next-step.ts';
import { putBack, swapKeys, tryNewKey } from './replace.ts';
import { revokeOld } from './revoke-old.ts';
import { type Rotation, type RotationEnd, type RotationWork, rotationOf } from './rotation-work.ts';
import { end, finish, nameLeftKeys, readSituation, stopped } from './situation.ts';

/** Enough for each step once, and the keys of a few interrupted runs. */
const MAX_STEPS = 40;

/**
 * Begins or continues a rotation, looking at service and machine before each step. The old key works until the operator
 * confirms its revocation. @throws {CommandFailure}
 */
export async function rotateKey(parts: RotationWork): Promise<RotationEnd> {
  const { record, say, place, options } = parts;
  let rotation = known(await record.read());
  let created = false;
  const save = async (next: Rotation): Promise<void> => {
    await record.write(next);
    rotation = next;
  };
  const { agreed, of } = await begin(parts, rotation);
  if (!agreed) return end('declined', of, []);
  await save(of);
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const now: Rotation = rotation ?? of;
    const seen = await readSituation(parts, now);
    const step = nextStep(now, seen);
    switch (step.kind) {
      case 'stop':
        throw stopped(step.why, STOPPED_HINT);
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
        await save({ ...now, key: step.key.fid, step: 'kept' });
        break;
      case 'begin-again':
        say('The new key of the interrupted rotation no longer works, so another one is made.');
        await save({ ...now, key: null, savedTo: null, step: 'planned' });
        break;
      case 'try':
        await tryNewKey(parts, now, step.key, step.token, seen);
        await save({ ...now, step: 'tried' });
        break;
      case 'swap':
        if (!place.canSwap) return waits(parts, now);
        await swapKeys(parts, step.token);
        await save({ ...now, step: 'swapped' });
        break;
      case 'note-swapped':
        await tryInUse(parts, now, seen);
        await save({ ...now, step: 'swapped' });
        break;
      case 'put-back':
        await putBack(parts, step.token);
        await save({ ...now, key: null, savedTo: null, step: 'planned' });
        throw stopped(
          `The service does not accept the new key, so the key ${now.old.name} was put back into ${place.words}.`,
          'Run the rotation again, or give it up with --abort.',
        );
      case 'revoke-old':
        return revokeOld(parts, now, step.old, seen, options.keepOld);
      case 'finish':
        await finish(parts, now);
        say(`The key ${now.old.name} is revoked.`);
        return end('rotated', now, [], nameLeftKeys(parts, now, seen));
    }
  }
  throw stopped('The rotation could not be completed.', 'Both keys still work. List them with: spotdeck get api-keys');
}

/** @throws {CommandFailure} for another version's record. */
function known(record: Rotation | 'unreadable' | null): Rotation | null {
  if (record !== 'unreadable') return record;
  throw stopped(
    'The record of a begun rotation was written by another version of spotdeck.',
    'Go on with that version, or forget the record with --abort: no key is revoked then.',
  );
}

const STOPPED_HINT = 'Give the rotation up with --abort, or run it again once that has changed.';

/** Asks before the first change. Returns the answer and the record to continue. */
async function begin(
  parts: RotationWork,
  before: Rotation | null,
): Promise<{ readonly agreed: boolean; readonly of: Rotation }> {
  const { place, ask, say, options } = parts;
  const seen = await readSituation(parts, before);
  if (before !== null) {
    const step = nextStep(before, seen);
    say(`A rotation of ${before.old.name} was begun; it goes on: ${WORDS[step.kind]}.`);
    if (step.kind === 'revoke-old' || step.kind === 'finish' || step.kind === 'stop')
      return { agreed: true, of: before };
    const lines = [`Go on with the rotation of ${before.old.name}?`];
    const asked = { lines, typed: 'yes', isForOperator: false };
    return { agreed: await ask(asked), of: before };
  }
  const old = oldKeyOf(seen.keys, seen.token, seen.now);
  if (!old.ok) throw stopped(old.error);
  if (seen.kept !== null || seen.replaced !== null)
    throw stopped(
      `There is a secret in ${seen.kept === null ? place.replacedWords : (place.nextFile ?? 'the keyring')} already.`,
      'Nothing was sent. Check what it is, and move it away.',
    );
  const { name, fid } = old.value;
  const lines = [
    `Rotate the API key ${name || fid}, which is kept in ${place.words}.`,
    `A new key is made and tried${place.canSwap ? `, and takes its place there` : '; you put it in its place'}.`,
    options.keepOld ? 'The old key is not revoked.' : 'The old key works until you confirm that it is revoked.',
  ];
  const of = rotationOf(
    { fid, name: name || fid },
    seen.token,
    seen.keys.map((key) => key.fid),
    seen.now,
  );
  return { agreed: await ask({ lines, typed: 'yes', isForOperator: false }), of };
}

const WORDS = {
  create: 'the new key is made',
  'revoke-unused': 'a key whose secret was lost is revoked',
  'note-kept': 'the new key is tried',
  'begin-again': 'another new key is made',
  try: 'the new key is tried',
  swap: 'the new key takes the place of the old one',
  'put-back': 'the old key is put back, because the new one is not accepted',
  'note-swapped': 'the old key is revoked once you confirm',
  'revoke-old': 'the old key is revoked once you confirm',
  finish: 'what is left of it is removed',
  stop: 'it cannot go on by itself',
} as const;

/** Ends the run: the operator has to put the token in place, because spotdeck can't write it. */
function waits({ place, say }: RotationWork, rotation: Rotation): RotationEnd {
  say(
    `The new key is in ${rotation.savedTo ?? place.nextFile ?? ''}. Put it into ${place.words}, and run the rotation again.`,
  );
  say(`The old key ${rotation.old.name} works until then.`);
  return end('waits', rotation, []);
}

/** Tries the token in use before the old key may be revoked. @throws {CommandFailure} */
async function tryInUse(parts: RotationWork, rotation: Rotation, seen: Situation): Promise<void> {
  const key = seen.keys.find(({ fid }) => fid === rotation.key);
  if (key === undefined || seen.inUse === null) throw stopped('The new key is not listed by the service.');
  await tryNewKey(parts, rotation, key, seen.inUse, seen);
}
