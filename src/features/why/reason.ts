import type { Actor } from '../../changes/change-event.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { Money } from '../../lib/money.ts';

/**
 * When something was first seen, and until when it was not yet so; null without an earlier look. It may have changed meanwhile in
 * `unseen`, the longest gap since then. Milliseconds since 1970.
 */
export type Moment = { readonly at: number; readonly since: number | null; readonly unseen: Interval | null };

/** A bid of the operator that serves as evidence for another one. */
export type Witness = { readonly name: string; readonly limit: Money };

/** Who did something. `nobody-here` is certain: no program with this journal did it. */
export type Doer = Actor | { readonly kind: 'nobody-here' } | { readonly kind: 'not-known' };

type Counted = { readonly count: number };

type Kinds = {
  readonly paused: { readonly by: Doer };
  readonly ended: { readonly by: Doer };
  /** For capacity when a bid with no higher limit runs, probably for the price when all have higher ones. */
  readonly preempting: { readonly limit: Money | null; readonly runs: Witness | null };
  /** A bid of the pair with no higher limit runs, so it does not wait for the price. */
  readonly capacity: { readonly limit: Money; readonly runs: Witness };
  /** The bids that run have higher limits. */
  readonly outbid: { readonly limit: Money; readonly runs: Witness; readonly preempted: Moment | null };
  /** No bid of the pair shows which; `isEarly` while it may yet show. */
  readonly 'outbid-or-capacity': {
    readonly limit: Money | null;
    readonly preempted: Moment | null;
    readonly isEarly: boolean;
  };
  /** It was placed, resumed or changed a moment ago. */
  readonly deciding: object;
  readonly stopping: Counted;
  /** `usualMs`: the time that instances of the bid took before, in milliseconds. */
  readonly starting: Counted & {
    readonly wanted: number;
    readonly slowest: Moment | null;
    readonly usualMs: number | null;
  };
  readonly missing: Counted & { readonly wanted: number };
  readonly error: Counted;
  readonly relocating: Counted;
  /** An instance that ended because its bid was preempted. */
  readonly preempted: { readonly bid: string | null; readonly limit: Money | null };
  /** An instance that stopped with its bid. */
  readonly 'with-bid': { readonly bid: string; readonly because: Reason };
  readonly 'unknown-status': { readonly status: string };
  readonly 'not-known': object;
};
export type ReasonKind = keyof Kinds;

/** Why a bid does not run what it wants, or an instance does not run. `since`: null when the journal does not show it. */
export type Reason<Kind extends ReasonKind = ReasonKind> = {
  [Each in Kind]: { readonly kind: Each; readonly since: Moment | null } & Kinds[Each];
}[Kind];

/** Whether a bid that runs has no higher limit price than another one, whose price then is not the reason. */
export const isNoHigher = ({ limit }: Witness, than: Money | null): boolean =>
  than !== null && limit.micros <= than.micros;

/** Whether a row that is being preempted loses its place for capacity, not for the price. */
export const isForCapacity = ({ runs, limit }: Reason<'preempting'>): boolean =>
  runs !== null && isNoHigher(runs, limit);

/** Whether price or capacity can be the reason. */
export const namesBoth = (reason: Reason): boolean =>
  reason.kind === 'outbid-or-capacity' || (reason.kind === 'preempting' && reason.runs === null);

export type Since =
  | ({ readonly kind: 'seen' } & Moment)
  | { readonly kind: 'at-least'; readonly at: number }
  | { readonly kind: 'not-known' };
