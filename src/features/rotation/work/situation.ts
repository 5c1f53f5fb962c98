import { errorMessage } from '../../../api/error-messages.ts';
import type { Outcome, ServiceError } from '../../../api/result.ts';
import type { ApiKey } from '../../../contract/api-key.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Made } from '../../../resources/made.ts';
import { CommandFailure, EXIT, exitCodeFor } from '../../../system/exit.ts';
import type { Situation } from './next-step.ts';
import type { Rotation } from './record.ts';
import type { RotationWork } from './rotation-work.ts';
import { tokenInFile } from './token-place.ts';

type Keys = Outcome<readonly ApiKey[], ServiceError>;

/** Lists the API keys with a token. A list that could not be read whole is an error: a key might be missing. */
export async function keysWith({ client }: Pick<RotationWork, 'client'>, token: string): Promise<Keys> {
  const list = await client(token).list(endpoints.listApiKeys, {});
  if (!list.ok) return list;
  const { rows, unreadable } = list.value;
  const [first] = unreadable;
  if (first !== undefined) return { ok: false, error: { kind: 'unreadable-answer', why: first.why, reached: 'yes' } };
  return { ok: true, value: [...rows.values()].map(({ row }) => row) };
}

/** Reads the token in use, the one that waits, the one that was replaced, and the keys with the first of them that works. @throws {CommandFailure} */
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

/** The failure for a key that was not revoked, or may not have been; null when it is, also when it was gone already. */
export function notRevoked(outcome: Made, sentence: string): CommandFailure | null {
  if (outcome.kind === 'made') return null;
  if (outcome.kind !== 'refused') return new CommandFailure(EXIT.unreachable, [sentence, outcome.why]);
  return outcome.error.kind === 'not-found' ? null : serviceFailure(outcome.error, sentence);
}

export function serviceFailure(error: ServiceError, sentence: string | null = null): CommandFailure {
  const { what, hint } = errorMessage(error);
  return new CommandFailure(exitCodeFor(error), sentence === null ? what : [sentence, what], hint);
}

/** The failure of a run that stops without harm. */
export const stopped = (sentence: string, hint: string | null = null): CommandFailure =>
  new CommandFailure(EXIT.refused, sentence, hint);
