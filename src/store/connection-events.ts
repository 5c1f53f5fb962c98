import { isOfService } from '../api/backoff.ts';
import { errorMessage } from '../api/error-messages.ts';
import { shortDuration } from '../lib/duration.ts';
import { withoutPeriod } from '../lib/words.ts';
import { SINGLE_EVENT } from '../resources/activity-row.ts';
import { isSignedOut } from './access.ts';
import { addActivity } from './activity.ts';
import type { ConsoleState } from './state.ts';

/** A time without answers from the service. Milliseconds since 1970. */
export type ConnectionTrouble = {
  readonly kind: 'signed-out' | 'no-answer';
  readonly since: number;
  readonly what: string;
};

/** A single failed request is no event. In milliseconds. */
const EVENT_MS = 5000;

/** Why bids or instances can't be read; null when they can, or the next request may bring them. */
export function connectionTrouble(state: ConsoleState): ConnectionTrouble | null {
  const failures = [state.lists.bids.failure, state.lists.instances.failure].filter((failure) => failure !== null);
  const first = failures.toSorted((a, b) => a.since - b.since)[0];
  if (first === undefined) return null;
  const { error, since } = first;
  if (isSignedOut(state)) return { kind: 'signed-out', since, what: 'Signed out: the service refused the token' };
  if (!isOfService(error) || error.kind === 'rate-limited' || state.now - since < EVENT_MS) return null;
  return { kind: 'no-answer', since, what: withoutPeriod(errorMessage(error).what) };
}

/** Records a trouble that begins, or else the end of the `noted` one. */
export function connectionNoted(
  state: ConsoleState,
  noted: ConnectionTrouble | null,
  trouble: ConnectionTrouble | null,
): ConsoleState {
  if (trouble !== null) return withEvent(state, trouble, 'refused', trouble.what);
  if (noted === null) return state;
  const again = noted.kind === 'signed-out' ? 'Signed in again' : 'The service answers again';
  return withEvent(state, noted, 'done', `${again} after ${shortDuration(state.now - noted.since)}`);
}

function withEvent(
  state: ConsoleState,
  { kind, since }: ConnectionTrouble,
  outcome: 'refused' | 'done',
  what: string,
): ConsoleState {
  const fid = `connection-${kind}-${since}-${outcome}`;
  const event = { fid, at: state.now, since: null, from: 'here', who: 'service', outcome, what, about: null } as const;
  return addActivity(state, { ...SINGLE_EVENT, ...event });
}
