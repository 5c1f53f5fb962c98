import { isForbidden } from '../api/error-messages.ts';
import type { ServiceError } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import { serviceLists } from '../resources/index.ts';
import { keyNamed } from './key-names.ts';
import type { ListFailure } from './list.ts';
import type { ConsoleState } from './state.ts';

type Lists = Pick<ConsoleState, 'lists'>;

/** Whether a list was refused because of the token (401, 403, or none). */
export const isRefusal = (error: ServiceError): boolean => error.kind === 'not-signed-in' || error.kind === 'no-token';

/** A list that alone refused the token is tried again. */
const needsToken = ({ error, tryAt }: ListFailure): boolean =>
  isRefusal(error) && !isForbidden(error) && tryAt === null;

const failuresIn = ({ lists }: Lists): readonly (ListFailure | null)[] =>
  serviceLists.map((name) => lists[name].failure);

/** Whether nothing can be read until there is another token. */
export const isSignedOut = (state: Lists): boolean =>
  failuresIn(state).some((failure) => failure !== null && needsToken(failure));

/** The one sentence on screen about another token. */
export const signInAdvice = (state: Pick<ConsoleState, 'keyOverrides'>): string =>
  `Press ${keyNamed(state, 'switch', 'P')} to sign in with another token.`;

/** Whether every list refused the token: one answer may be about its list alone. */
export const isTokenRefused = (state: Lists): boolean =>
  isSignedOut(state) && failuresIn(state).every((failure) => failure !== null && isRefusal(failure.error));

/** Why the token may not read a list while it reads others; null when unknown. */
export function refusalOf({ lists }: Lists, name: ServiceList): ServiceError | null {
  const { failure } = lists[name];
  return failure !== null && isRefusal(failure.error) && !needsToken(failure) ? failure.error : null;
}
