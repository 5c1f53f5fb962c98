import { isForbidden } from '../api/error-messages.ts';
import type { ServiceError } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import { serviceLists } from '../resources/index.ts';
import { keyNamed } from './key-names.ts';
import type { ListFailure } from './list.ts';
import type { ConsoleState } from './state.ts';

type Lists = Pick<ConsoleState, 'lists'>;

/** Whether a list was refused because of the token: all of it (401), there is none, or it may not read the list (403). */
export const isRefusal = (error: ServiceError): boolean => error.kind === 'not-signed-in' || error.kind === 'no-token';

/** Whether another token is needed before a list is requested again. A list that refused the token alone is tried again. */
const needsToken = ({ error, tryAt }: ListFailure): boolean =>
  isRefusal(error) && !isForbidden(error) && tryAt === null;

const failuresIn = ({ lists }: Lists): readonly (ListFailure | null)[] =>
  serviceLists.map((name) => lists[name].failure);

/** Whether the service refused the token, and no list was read with it since: nothing can be read until there is another one. */
export const isSignedOut = (state: Lists): boolean =>
  failuresIn(state).some((failure) => failure !== null && needsToken(failure));

/** What to press when the service wants another token: the same wherever it is said on screen. */
export const signInAdvice = (state: Pick<ConsoleState, 'keyOverrides'>): string =>
  `Press ${keyNamed(state, 'switch', 'P')} to sign in with another token.`;

/** Whether the service has refused the token for every list. One answer alone may be about its list. */
export const isTokenRefused = (state: Lists): boolean =>
  isSignedOut(state) && failuresIn(state).every((failure) => failure !== null && isRefusal(failure.error));

/** Why the token may not read a list though others can be read; null when it may, or when that is not known. */
export function refusalOf({ lists }: Lists, name: ServiceList): ServiceError | null {
  const { failure } = lists[name];
  return failure !== null && isRefusal(failure.error) && !needsToken(failure) ? failure.error : null;
}
