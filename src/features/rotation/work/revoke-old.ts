import type { ApiKey } from '../../../contract/api-key.ts';
import { revokeApiKey } from '../../../resources/api-key-actions.ts';
import { isActive } from '../../../store/access.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { keyInUse, type Situation } from './next-step.ts';
import { putBack } from './replace.ts';
import type { Rotation, RotationEnd, RotationWork } from './rotation-work.ts';
import { end, finish, keysWith, nameLeftKeys, notRevoked, serviceFailure, stopped } from './situation.ts';

const AGAIN = 'Run the rotation again.';

/** Revokes the old key once the operator confirms, and checks the new one afterwards. */
export async function revokeOld(
  parts: RotationWork,
  rotation: Rotation,
  old: ApiKey,
  seen: Situation,
  keepOld: boolean,
): Promise<RotationEnd> {
  const { say, client, send } = parts;
  const users = await parts.users(old);
  if (keepOld) {
    await finish(parts, rotation);
    say(`The key ${rotation.old.name} was not revoked and still works.`);
    return end('old-kept', rotation, users, nameLeftKeys(parts, rotation, seen));
  }
  const { agreed, token, users: known } = await askToRevoke(parts, rotation, old, seen, users);
  if (!agreed) {
    say(`The key ${rotation.old.name} still works. Run the rotation again to revoke it.`);
    return end('declined', rotation, known);
  }
  const outcome = await send(client(token), revokeApiKey(old));
  const failure = notRevoked(outcome, `It is not certain that the key ${rotation.old.name} was revoked. ${AGAIN}`);
  // Without an answer the keys decide.
  if (failure !== null && outcome.kind === 'refused') throw failure;
  await lookAfterwards(parts, rotation, token, failure);
  await finish(parts, rotation);
  say(`Revoked the key ${rotation.old.name}. The rotation is complete.`);
  return end('rotated', rotation, known, nameLeftKeys(parts, rotation, seen));
}

/**
 * Checks that the old key is gone and the new one works; a rejected new key is replaced by the old one. `failure` is a
 * revocation's without an answer. @throws {CommandFailure}
 */
async function lookAfterwards(
  parts: RotationWork,
  rotation: Rotation,
  token: string,
  failure: CommandFailure | null,
): Promise<void> {
  const { name, fid } = rotation.old;
  const keys = await keysWith(parts, token);
  if (keys.ok) {
    if (!keys.value.some((key) => key.fid === fid && isActive(key, parts.now()))) return;
    throw failure ?? stopped(`The service says that it revoked the key ${name}, and still lists it as active.`, AGAIN);
  }
  if (keys.error.kind !== 'not-signed-in')
    throw (
      failure ?? serviceFailure(keys.error, `Whether the new key works without the key ${name} could not be tried.`)
    );
  await withoutNewKey(parts, rotation);
}

/** Restores the old key if it is accepted. @throws {CommandFailure} always. */
async function withoutNewKey(parts: RotationWork, rotation: Rotation): Promise<never> {
  const { place, record } = parts;
  const { name } = rotation.old;
  const old = await place.replaced();
  const isAccepted = old !== null && (await keysWith(parts, old)).ok;
  if (!isAccepted)
    throw new CommandFailure(
      EXIT.signedOut,
      [
        `The service was asked to revoke the key ${name}, and accepts the new key no longer.`,
        old === null
          ? 'Whether the old key still works is not known here: its secret is where you keep it.'
          : `It does not accept the old key either. Its secret is still in ${place.replacedWords}.`,
      ],
      'Sign in with another key, and then give the rotation up: spotdeck api-key rotate --abort',
    );
  await putBack(parts, old);
  await record.write({ ...rotation, key: null, savedTo: null, step: 'planned' });
  throw stopped(
    `The service revoked the new key instead of the key ${name}, which works and was put back into ${place.words}.`,
    'Run the rotation again, or give it up with --abort.',
  );
}

/** Each time the users of the key have changed. */
const MAX_QUESTIONS = 5;

/**
 * Asks, then checks again that the new key is in place and works, since answers take time. Changed users ask again.
 * @throws {CommandFailure}
 */
async function askToRevoke(
  parts: RotationWork,
  rotation: Rotation,
  old: ApiKey,
  seen: Situation,
  first: readonly string[],
): Promise<{ readonly agreed: boolean; readonly token: string; readonly users: readonly string[] }> {
  const { place, ask, say } = parts;
  const { name } = rotation.old;
  let users = first;
  for (let questions = 0; questions < MAX_QUESTIONS; questions += 1) {
    const lines = [...users, `Revoke the old key ${name}? Whatever still uses it loses access at once.`];
    if (!(await ask({ lines, typed: name, isForOperator: false }))) break;
    const token = await place.read();
    if (token === null || keyInUse(rotation, { ...seen, inUse: token }) !== 'new')
      throw stopped(`The new key is no longer in ${place.words}, so the old one was not revoked.`, AGAIN);
    const keys = await keysWith(parts, token);
    if (!keys.ok)
      throw serviceFailure(keys.error, 'The new key could not be tried again, so the old one was not revoked.');
    if (!keys.value.some((key) => key.fid === rotation.key && isActive(key, parts.now())))
      throw stopped('The service no longer lists the new key as active, so the old one was not revoked.', AGAIN);
    const now = await parts.users(keys.value.find(({ fid }) => fid === old.fid) ?? old);
    if (now.length === users.length && now.every((line, n) => line === users[n])) return { agreed: true, token, users };
    say(`Who uses the key ${name} has changed since, so it was not revoked yet.`);
    users = now;
  }
  return { agreed: false, token: '', users };
}
