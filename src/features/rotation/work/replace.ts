import { errorMessage } from '../../../api/error-messages.ts';
import { tryConnection } from '../../../config/try-connection.ts';
import type { ApiKey } from '../../../contract/api-key.ts';
import { describeError } from '../../../lib/os-error.ts';
import { isKeyOf } from '../../../store/access.ts';
import { CommandFailure, EXIT, exitCodeFor } from '../../../system/exit.ts';
import type { Situation } from './next-step.ts';
import type { Rotation, RotationWork } from './rotation-work.ts';
import { keysWith, stopped } from './situation.ts';

const LEFT =
  'It was not put in the place of the old key, which still works. Run the rotation again, or give it up with --abort.';

/** Tries the new key: same account, and all projects the old one sees. @throws {CommandFailure} otherwise. */
export async function tryNewKey(
  parts: RotationWork,
  rotation: Rotation,
  key: ApiKey,
  token: string,
  seen: Situation,
): Promise<void> {
  if (!isKeyOf(token, key)) throw stopped(`The saved secret is not the one of the key ${key.name}.`, LEFT);
  const keys = await keysWith(parts, token);
  if (!keys.ok)
    throw new CommandFailure(
      exitCodeFor(keys.error),
      [`The new key ${key.name} was tried and can't be used.`, errorMessage(keys.error).what],
      LEFT,
    );
  const listed = (fid: string): boolean => keys.value.some((one) => one.fid === fid);
  const isOldThere = seen.keys.some(({ fid }) => fid === rotation.old.fid);
  if (!listed(key.fid) || (isOldThere && !listed(rotation.old.fid)))
    throw stopped(`The new key ${key.name} belongs to another account than the old one.`, LEFT);
  for (const project of parts.projects) {
    const at = { ...parts.connection, project };
    const { signal } = new AbortController();
    const issue = await tryConnection(parts.client(token), at, signal);
    if (issue === null) continue;
    // A project the old key does not see proves nothing.
    const before = seen.inUse === null ? null : await tryConnection(parts.client(seen.inUse), at, signal);
    if (before === null)
      throw new CommandFailure(
        EXIT.refused,
        [`The new key ${key.name} does not see the project ${project}.`, issue.message],
        LEFT,
      );
  }
  parts.say(
    `Tried the key ${key.name}: it sees the same account and ${parts.projects.length === 1 ? `the project ${parts.projects[0]}` : `${parts.projects.length} projects`}.`,
  );
}

/** Replaces the old key, keeps a copy, and reads back. @throws {CommandFailure} */
export async function swapKeys({ place, say, onSwapped }: RotationWork, token: string): Promise<void> {
  try {
    await place.keepOld();
    await place.swap(token);
  } catch (error) {
    throw stopped(`The new key could not be put into ${place.words}: ${reasonOf(error)}`, LEFT);
  }
  if ((await place.read()) !== token)
    throw stopped(
      `${place.words} does not hold the new key after it was written.`,
      'Both keys still work. Run the rotation again.',
    );
  onSwapped(token);
  say(`The new key is in ${place.words} now.`);
}

/** Restores the old key and reads back. @throws {CommandFailure} */
export async function putBack({ place, say, onSwapped }: RotationWork, token: string): Promise<void> {
  const failed = (why: string): CommandFailure =>
    stopped(
      `The old key could not be put back into ${place.words}: ${why}`,
      `Its secret is in ${place.replacedWords}.`,
    );
  try {
    await place.swap(token);
  } catch (error) {
    throw failed(reasonOf(error));
  }
  if ((await place.read()) !== token) throw failed('it does not hold it after it was written.');
  onSwapped(token);
  say(`The old key is in ${place.words} again.`);
}

const reasonOf = (error: unknown): string =>
  error instanceof CommandFailure ? error.message : `${describeError(error)}.`;
