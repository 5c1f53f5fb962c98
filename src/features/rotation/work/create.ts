import { describeError } from '../../../lib/os-error.ts';
import { reserveFile } from '../../../lib/reserve-file.ts';
import { createApiKey, revokeApiKey } from '../../../resources/api-key-actions.ts';
import { secretOf } from '../../../resources/made.ts';
import { describeOutcome } from '../../../resources/write-outcome.ts';
import { CommandFailure, EXIT, exitCodeFor } from '../../../system/exit.ts';
import { inHome } from '../../../system/files.ts';
import { isProven, newExpiry, newName, type Situation } from './next-step.ts';
import { isOldToken, type Rotation, type RotationWork } from './rotation-work.ts';
import { keysWith, notRevoked, stopped } from './situation.ts';
import type { PreparedPlace } from './token-place.ts';

const CONTINUES = 'The old key still works. Run the rotation again to continue.';

/**
 * Makes the new key. Its name is recorded and room for its secret made before the request. Returns the record with the
 * secret saved. @throws {CommandFailure}
 */
export async function createKey(parts: RotationWork, before: Rotation, seen: Situation): Promise<Rotation> {
  const { place, record, send, client, say, now, random, options } = parts;
  const old = seen.keys.find(({ fid }) => fid === before.old.fid);
  if (old === undefined) throw stopped('The old key is gone, so it was not replaced.');
  const waiting = await reserved(parts);
  const savedTo = waiting.path;
  const name = newName(
    before.old.name,
    now(),
    random,
    new Set([...before.names, ...seen.keys.flatMap((key) => key.name ?? [])]),
  );
  const planned: Rotation = { ...before, names: [...before.names, name], key: null, savedTo, step: 'planned' };
  try {
    await record.write(planned);
  } catch (error) {
    await waiting.discard();
    throw error;
  }
  const write = createApiKey({
    name,
    expires_at: options.expires === null ? newExpiry(old, now()) : options.expires.at,
  });
  const outcome = await send(client(seen.token), write, seen.keys);
  const got = secretOf(outcome);
  if (got === null) {
    await waiting.discard();
    if (outcome.kind === 'made')
      throw stopped(`The service made the key ${name} and returned no secret; the next run revokes it.`, CONTINUES);
    const { text, hint } = describeOutcome(write, outcome);
    if (outcome.kind !== 'refused')
      throw new CommandFailure(EXIT.unreachable, text, [
        `If the service has made the key ${name}, nobody has its secret; the next run revokes it.`,
        CONTINUES,
      ]);
    await record.write({ ...planned, names: before.names });
    throw new CommandFailure(exitCodeFor(outcome.error), text, hint === null ? CONTINUES : [hint, CONTINUES]);
  }
  const { fid, value } = got;
  const secret = value.read();
  value.forget();
  if (secret === seen.inUse || isOldToken(planned, secret) === true) {
    await waiting.discard();
    throw stopped(
      'The service answered with the secret of the old key instead of a new one.',
      `The old key is still in its place. Run the rotation again, or give it up with --abort. Whether the service made the key ${name} is shown by: spotdeck get api-keys`,
    );
  }
  const problem = await keep(parts, waiting, secret);
  if (problem !== null) throw await withdrawn(parts, planned, { fid, name, secret }, seen, problem);
  const isOther = fid === planned.old.fid || planned.before.includes(fid);
  if (isOther) say('The service answered with the identifier of another key. The new one is looked for by its secret.');
  const kept: Rotation = { ...planned, key: isOther ? null : fid, step: isOther ? 'planned' : 'kept' };
  await record.write(kept);
  const where = savedTo ?? place.nextFile ?? 'the system keyring';
  say(`Made the key ${name}. Its secret is in ${where}, readable only by you.`);
  return kept;
}

/** Prepares the operator's file, or the usual one. @throws {CommandFailure} when it can't be written. */
async function reserved({
  place,
  options: { save },
}: RotationWork): Promise<PreparedPlace & { readonly path: string | null }> {
  const path = save === null ? null : inHome(save);
  try {
    if (path === null) {
      await place.clean();
      return { ...(await place.reserve()), path };
    }
    const file = await reserveFile(path);
    return { keep: (secret) => file.write(`${secret}\n`), discard: file.discard, path };
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(
      EXIT.usage,
      `The new secret can't be saved to ${path ?? place.nextFile ?? place.words}: ${describeError(error)}.`,
      'Nothing was sent. Give another file with --save FILE.',
    );
  }
}

/** Returns why the secret could not be saved, or null. */
async function keep({ place }: RotationWork, waiting: PreparedPlace, secret: string): Promise<string | null> {
  try {
    await waiting.keep(secret);
    return null;
  } catch (error) {
    return `The secret of the new key could not be saved to ${place.nextFile ?? place.words}: ${error instanceof CommandFailure ? error.message : `${describeError(error)}.`}`;
  }
}

/** Revokes a new key without a saved secret. Returns the failure to report. */
async function withdrawn(
  parts: RotationWork,
  planned: Rotation,
  { fid, name, secret }: { readonly fid: string; readonly name: string; readonly secret: string },
  seen: Situation,
  problem: string,
): Promise<CommandFailure> {
  const left = new CommandFailure(
    EXIT.refused,
    [problem, `The key ${name} can't be used; the next run revokes it.`],
    CONTINUES,
  );
  const keys = await keysWith(parts, seen.token);
  if (!keys.ok) return left;
  const shown = { ...seen, kept: secret, now: parts.now() };
  const key = keys.value.find((one) => one.fid === fid && isProven({ ...planned, key: fid }, one, shown));
  if (key === undefined) return left;
  if (notRevoked(await parts.send(parts.client(seen.token), revokeApiKey(key)), problem) !== null) return left;
  return new CommandFailure(
    EXIT.refused,
    [problem, `The key ${name} was revoked again, because nobody has its secret.`],
    'The old key still works. Make room, or give another file with --save FILE.',
  );
}

/** @throws {CommandFailure} */
export async function revokeUnused(
  parts: RotationWork,
  key: Parameters<typeof revokeApiKey>[0],
  token: string,
): Promise<void> {
  const outcome = await parts.send(parts.client(token), revokeApiKey(key));
  const failure = notRevoked(outcome, `The unused key ${key.name} was not revoked.`);
  if (failure !== null) throw failure;
  parts.say(`Revoked the key ${key.name}: an interrupted run made it, and its secret was not kept.`);
}
