import { rm } from 'node:fs/promises';
import { errorMessage } from '../../../api/error-messages.ts';
import type { Outcome, ServiceError } from '../../../api/result.ts';
import type { ApiKey } from '../../../contract/api-key.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { describeError } from '../../../lib/os-error.ts';
import type { Made } from '../../../resources/made.ts';
import { CommandFailure, EXIT, exitCodeFor } from '../../../system/exit.ts';
import { ownKeys, type Situation } from './next-step.ts';
import type { Rotation, RotationEnd, RotationWork } from './rotation-work.ts';
import { tokenInFile } from './token-place.ts';

type Keys = Outcome<readonly ApiKey[], ServiceError>;

/** A list read in part is an error, as a key might be missing. */
export async function keysWith({ client }: Pick<RotationWork, 'client'>, token: string): Promise<Keys> {
  const list = await client(token).list(endpoints.listApiKeys, {});
  if (!list.ok) return list;
  const { rows, unreadable } = list.value;
  const [first] = unreadable;
  if (first !== undefined) return { ok: false, error: { kind: 'unreadable-answer', why: first.why, reached: 'yes' } };
  return { ok: true, value: [...rows.values()].map(({ row }) => row) };
}

/** Reads the tokens in use, waiting and replaced, and the keys with the first that works. @throws {CommandFailure} */
export async function readSituation(parts: RotationWork, rotation: Rotation | null): Promise<Situation> {
  const { place, now } = parts;
  const inUse = await place.read();
  const savedTo = rotation?.savedTo ?? null;
  const kept = savedTo === null ? await place.kept() : await tokenInFile(savedTo);
  const replaced = await place.replaced();
  const tokens = [...new Set([inUse, kept, replaced])].filter((token) => token !== null);
  let problem: ServiceError = { kind: 'no-token', reached: 'no' };
  for (const token of tokens) {
    const keys = await keysWith(parts, token);
    if (keys.ok) return { keys: keys.value, inUse, kept, replaced, token, now: now() };
    problem = keys.error;
    if (problem.kind !== 'not-signed-in' && problem.kind !== 'no-token') break;
  }
  throw serviceFailure(problem);
}

/** Null for a key revoked, or gone before. */
export function notRevoked(outcome: Made, sentence: string): CommandFailure | null {
  if (outcome.kind === 'made') return null;
  if (outcome.kind !== 'refused') return new CommandFailure(EXIT.unreachable, [sentence, outcome.why]);
  return outcome.error.kind === 'not-found' ? null : serviceFailure(outcome.error, sentence);
}

export function serviceFailure(error: ServiceError, sentence: string | null = null): CommandFailure {
  const { what, hint } = errorMessage(error);
  return new CommandFailure(exitCodeFor(error), sentence === null ? what : [sentence, what], hint);
}

/** Stops without harm. */
export const stopped = (sentence: string, hint: string | null = null): CommandFailure =>
  new CommandFailure(EXIT.refused, sentence, hint);

export const end = (
  kind: RotationEnd['kind'],
  { old, key }: Rotation,
  users: readonly string[],
  leftKeys: readonly string[] = [],
): RotationEnd => ({ kind, oldKey: { fid: old.fid, name: old.name }, newKey: key, users, leftKeys });

/** Names the remaining keys that may be this rotation's. Returns their identifiers. */
export function nameLeftKeys(
  { say }: Pick<RotationWork, 'say'>,
  rotation: Rotation,
  seen: Situation,
): readonly string[] {
  const own = ownKeys(rotation, seen);
  const left = [...own.proven, ...own.doubtful].filter(({ fid }) => fid !== rotation.key);
  for (const { name, fid } of left)
    say(
      `The key ${name || fid} was not revoked: it may be of this rotation. Revoke it with: spotdeck api-key revoke ${fid}`,
    );
  return left.map(({ fid }) => fid);
}

/** Removes the waiting secret, the old one's copy and the record. An operator's file for another store stays. */
export async function finish({ place, record, say }: RotationWork, { savedTo }: Rotation): Promise<void> {
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
  await record.remove();
}
