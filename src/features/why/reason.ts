import type { Actor } from '../../changes/change-event.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { Money } from '../../lib/money.ts';

/**
 * When something was first seen, and until when it was not yet so; null without an earlier look. Whether it stayed so is not known while
 * nobody looked: `unseen` is the longest such time since then. Milliseconds since 1970.
 */
export type Moment = { readonly at: number; readonly since: number | null; readonly unseen: Interval | null };

/** A bid of the operator that serves as evidence for another one. */
export type Witness = { readonly name: string; readonly limit: Money };

/** Who did something, as far as the journal shows it. `nobody-here` is certain: no program with this journal did it. */
export type Doer = Actor | { readonly kind: 'nobody-here' } | { readonly kind: 'not-known' };

/**
 * Why a bid does not run what it wants, or why an instance does not run, as data. `since` is when it began, null when the journal does not
 * show it. Kinds whose evidence allows another cause are guesses: `isGuess`.
 */
export type Reason = { readonly since: Moment | null } & (
  | { readonly kind: 'paused' | 'ended'; readonly by: Doer }
  /** It loses its instances: for capacity when a bid with no higher limit keeps running, probably for the price when all have higher ones. */
  | { readonly kind: 'preempting'; readonly limit: Money | null; readonly runs: Witness | null }
  /** A bid of the same type and region with no higher limit runs, so the price is not what this one waits for. */
  | { readonly kind: 'capacity'; readonly limit: Money; readonly runs: Witness }
  /** The bids that run have higher limits. */
  | { readonly kind: 'outbid'; readonly limit: Money; readonly runs: Witness; readonly preempted: Moment | null }
  /** It waits, and no bid of the same type and region shows whether for the price or for capacity; `isEarly` while it may yet show. */
  | {
      readonly kind: 'outbid-or-capacity';
      readonly limit: Money | null;
      readonly preempted: Moment | null;
      readonly isEarly: boolean;
    }
  /** It was placed, resumed or changed a moment ago. */
  | { readonly kind: 'deciding' }
  | { readonly kind: 'stopping'; readonly count: number }
  /** `usualMs` is what instances of the bid took before, in milliseconds; null when the journal shows no start. */
  | {
      readonly kind: 'starting';
      readonly count: number;
      readonly wanted: number;
      readonly slowest: Moment | null;
      readonly usualMs: number | null;
    }
  | { readonly kind: 'missing'; readonly count: number; readonly wanted: number }
  | { readonly kind: 'error'; readonly count: number }
  | { readonly kind: 'relocating'; readonly count: number }
  /** An instance that ended because its bid was preempted. */
  | { readonly kind: 'preempted'; readonly bid: string | null; readonly limit: Money | null }
  /** An instance that stopped with its bid. */
  | { readonly kind: 'with-bid'; readonly bid: string; readonly because: Reason }
  /** A status that no program of ours knows. */
  | { readonly kind: 'unknown-status'; readonly status: string }
  | { readonly kind: 'not-known' }
);

/** Whether a bid that runs has no higher limit price than another one, whose price then is not the reason. */
export const isNoHigher = ({ limit }: Witness, than: Money | null): boolean =>
  than !== null && limit.micros <= than.micros;

/** Whether a row that is being preempted loses its place for capacity, not for the price. */
export const isForCapacity = ({ runs, limit }: Extract<Reason, { kind: 'preempting' }>): boolean =>
  runs !== null && isNoHigher(runs, limit);

/** Whether nothing shows yet whether a row lacks its place for the price or for capacity. */
export const namesBoth = (reason: Reason): boolean =>
  reason.kind === 'outbid-or-capacity' || (reason.kind === 'preempting' && reason.runs === null);

/** Whether the evidence for a reason allows another cause. */
export function isGuess(reason: Reason): boolean {
  switch (reason.kind) {
    case 'outbid':
    case 'outbid-or-capacity':
      return true;
    case 'preempting':
      return !isForCapacity(reason);
    case 'paused':
    case 'ended':
      // Who did it may have been undone and done again by somebody else.
      return reason.by.kind !== 'not-known' && reason.since !== null && reason.since.unseen !== null;
    case 'with-bid':
      return isGuess(reason.because);
    default:
      return false;
  }
}

/** Since when a row has its status: a moment, at least since a time, or nothing of both. */
export type Since =
  | ({ readonly kind: 'seen' } & Moment)
  | { readonly kind: 'at-least'; readonly at: number }
  | { readonly kind: 'not-known' };
