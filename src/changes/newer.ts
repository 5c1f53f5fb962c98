import { MINUTE_MS } from '../lib/duration.ts';
import { isOneOf } from './diff-rows.ts';

/** A replica's longest lag, in milliseconds. */
export const BEHIND_MS = 3 * MINUTE_MS;

/** Longest delay of an accepted change, in milliseconds. */
export const LATE_MS = 3 * MINUTE_MS;

/** Answers that must agree before a row is gone or back in an earlier state. */
const AGREE = 2;
/** One more when a lagging replica may explain the answers, and waiting costs nothing. */
const AGREE_IF_EXPLAINED = 3;

export type RowState = {
  readonly holds: string;
  /** WHY shows who paused it, so a pause must be sure. */
  readonly rests: boolean;
  readonly hasEnded: boolean;
  /** An odd answer doesn't count against the state before it. */
  readonly isKnown: boolean;
  readonly version: RowVersion | null;
};

export const isRunning = (status: string | null): boolean => isOneOf(status, ['running', 'allocated', 'preempting']);

export const isResting = (status: string | null): boolean => isOneOf(status, ['paused']);

/** A version of a row by one of its members; only versions by the same member can be compared. */
type RowVersion = { readonly by: string; readonly at: number };

/** Other lists' word on a row's existence; `undecided` while their own answers are in doubt. */
export type Elsewhere = 'named' | 'denied' | 'not-said' | 'undecided';

export type Contradiction = {
  readonly was: RowState | null;
  readonly is: RowState | null;
  readonly isBefore: boolean;
  readonly isOwn: boolean;
  /** When the known state was last true; for a missing row its creation. Milliseconds since 1970. */
  readonly trueBy: number;
  /** Of this answer and the first agreeing one. Milliseconds since 1970. */
  readonly requestedAt: number;
  readonly doubtedSince: number;
  readonly answers: number;
  readonly isAskedFor: () => boolean;
  readonly elsewhere: () => Elsewhere;
};

/** Only this function decides: one lagging answer never loses, ends or undoes anything. */
export function isNewer(given: Contradiction): boolean {
  const { was, is, isBefore, isOwn, trueBy, requestedAt, doubtedSince, answers, isAskedFor, elsewhere } = given;
  const order = was?.version == null || is?.version == null ? 0 : compareVersions(was.version, is.version);
  if (order > 0) return true;
  const wasOdd = was?.isKnown === false && is?.isKnown === true;
  const mayBeOlder = order < 0 || is === null || was === null || isBefore || (was.hasEnded && !is.hasEnded);
  if (!mayBeOlder || wasOdd) return true;
  // Even a requested state may be an older one: an outdated answer would bring back its instances.
  if (isAskedFor() && (!isBefore || (answers >= AGREE && is?.holds === ''))) return true;
  // Times later than any change of ours are from before the clock was set back.
  const isExplained = requestedAt - trueBy <= BEHIND_MS && trueBy - requestedAt <= LATE_MS;
  if (is === null) {
    if (answers < AGREE || isExplained) return false;
    const others = elsewhere();
    return others !== 'undecided' && (others !== 'named' || requestedAt - doubtedSince >= BEHIND_MS);
  }
  if (was === null) return answers >= AGREE && (!isExplained || elsewhere() === 'named');
  if (!isExplained) return answers >= AGREE;
  const isHarmless =
    order === 0 && !isOwn && was.hasEnded === is.hasEnded && was.rests === is.rests && was.holds === is.holds;
  return isHarmless && answers >= AGREE_IF_EXPLAINED;
}

const compareVersions = (was: RowVersion, is: RowVersion): number => (was.by === is.by ? is.at - was.at : 0);

/** Possible versions; the interface shows none of them. */
const TIMES = ['updated_at', 'modified_at'];
const NUMBERS = ['revision', 'version', 'generation'];

export function changedAt(members: Readonly<Record<string, unknown>>): number | null {
  const version = versionIn(members);
  return version !== null && TIMES.includes(version.by) ? version.at : null;
}

export function versionIn(members: Readonly<Record<string, unknown>>): RowVersion | null {
  for (const by of TIMES) {
    const value = members[by];
    const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(at)) return { by, at };
  }
  for (const by of NUMBERS) {
    const value = members[by];
    if (typeof value === 'number' && Number.isSafeInteger(value)) return { by, at: value };
  }
  return null;
}
