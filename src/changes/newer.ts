import { MINUTE_MS } from '../lib/duration.ts';
import { isOneOf } from './diff-rows.ts';

/**
 * How far behind an answer may be: services answer from replicas, and what one lags by is not shown. In milliseconds. What an answer
 * says against something that was known longer than this can't be explained by a replica.
 */
export const BEHIND_MS = 3 * MINUTE_MS;

/** How long after a service accepted a change it may carry it out, in milliseconds. */
export const LATE_MS = 3 * MINUTE_MS;

/** Answers in a row that must agree before a row counts as gone, or as back in a state that it left. */
const AGREE = 2;
/** The same where a replica that is behind may explain them, and nothing would be lost or taken back by a mistake. */
const AGREE_IF_EXPLAINED = 3;

/** A state of a row. */
export type RowState = {
  /** What runs in this state, as a text: empty for nothing. */
  readonly holds: string;
  /** Whether it is paused: WHY names who paused it, so a pause must not be a mistake. */
  readonly rests: boolean;
  readonly hasEnded: boolean;
  /** Whether its status is one of those that are known: an odd answer is no evidence against a state that it took the place of. */
  readonly isKnown: boolean;
  /** By which member its versions are counted; null where it has none. */
  readonly version: RowVersion | null;
};

/** Whether something runs of a bid or an instance with a status. */
export const isRunning = (status: string | null): boolean => isOneOf(status, ['running', 'allocated', 'preempting']);

/** Whether a bid with a status rests because somebody paused it. */
export const isResting = (status: string | null): boolean => isOneOf(status, ['paused']);

/** The number or time of a version, by the name of its member: only versions of one name compare. */
type RowVersion = { readonly by: string; readonly at: number };

/**
 * Whether the rows of another list name a row as one that exists, show that it does not, or say nothing of it; `undecided` while the last answers
 * say something else of those rows, which may be older.
 */
export type Elsewhere = 'named' | 'denied' | 'not-said' | 'undecided';

/** An answer that says something else of a row than what is known of it; null where the row is not listed. */
export type Contradiction = {
  readonly was: RowState | null;
  readonly is: RowState | null;
  /** Whether the row was seen in this state before, and seen to leave it. */
  readonly isBefore: boolean;
  /** Whether a change of our own made the row what is known. */
  readonly isOwn: boolean;
  /** When what is known was true at the latest; of a row that an answer misses, when it was made, if that is known. Milliseconds since 1970. */
  readonly trueBy: number;
  /** When the answer was requested, and the first of those in a row that agree with it. Milliseconds since 1970. */
  readonly requestedAt: number;
  readonly doubtedSince: number;
  /** How many answers in a row agree, with this one. */
  readonly answers: number;
  /** Whether a change of our own asks for what the answer says. */
  readonly isAskedFor: () => boolean;
  /** What another list says of the row's existence. */
  readonly elsewhere: () => Elsewhere;
};

/**
 * Whether what an answer says of a row is newer than what is known of it. Only this function decides that: a row never goes back to an
 * older state of itself, so nothing is lost, ended or undone because of one answer that is behind.
 */
export function isNewer(given: Contradiction): boolean {
  const { was, is, isBefore, isOwn, trueBy, requestedAt, doubtedSince, answers, isAskedFor, elsewhere } = given;
  const order = was?.version == null || is?.version == null ? 0 : compareVersions(was.version, is.version);
  if (order > 0) return true;
  const wasOdd = was?.isKnown === false && is?.isKnown === true;
  const mayBeOlder = order < 0 || is === null || was === null || isBefore || (was.hasEnded && !is.hasEnded);
  if (!mayBeOlder || wasOdd) return true;
  // The state that was asked for may be one from before. Answers that are behind would bring back what ran in it, only to lose it again.
  if (isAskedFor() && (!isBefore || (answers >= AGREE && is?.holds === ''))) return true;
  // A time that no change of our own could have is from before the clock was set back.
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

/** Above 0 when the second version is the later one, below 0 when it is the earlier one, 0 when that is not known. */
const compareVersions = (was: RowVersion, is: RowVersion): number => (was.by === is.by ? is.at - was.at : 0);

/** Members that tell which version of a row is later. The interface shows none of them: times, and numbers that only grow. */
const TIMES = ['updated_at', 'modified_at'];
const NUMBERS = ['revision', 'version', 'generation'];

/** When a row last changed, by its members, in milliseconds since 1970; null when they don't show it. */
export function changedAt(members: Readonly<Record<string, unknown>>): number | null {
  const version = versionIn(members);
  return version !== null && TIMES.includes(version.by) ? version.at : null;
}

/** The version that the members of a row tell; null when they tell none. */
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
