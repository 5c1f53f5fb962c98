import type { Actor } from '../../changes/change-event.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { Money } from '../../lib/money.ts';

/**
 * When something was first seen, and until when it was not yet so; null without an earlier look. It may have changed
 * meanwhile in `unseen`, the longest gap since then. Milliseconds since 1970.
 */
export type Moment = { readonly at: number; readonly since: number | null; readonly unseen: Interval | null };

/** An operator's bid as evidence for another one. */
export type Witness = { readonly name: string; readonly limit: Money };

/** `nobody-here` is certain: no program with this journal did it. `person`: the service says so. */
export type Doer =
  | Actor
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'nobody-here' }
  | { readonly kind: 'not-known' };

type Counted = { readonly count: number };

type Kinds = {
  readonly paused: { readonly by: Doer };
  readonly ended: { readonly by: Doer };
  /** For what the service says; for capacity when a bid with no higher limit runs; else for either. */
  readonly preempting: {
    readonly limit: Money | null;
    readonly runs: Witness | null;
    readonly said: Reason<'outbid' | 'no-capacity'> | null;
  };
  /** A bid of the pair with no higher limit runs, so the price is not the reason. */
  readonly capacity: { readonly limit: Money; readonly runs: Witness };
  /**
   * No bid of the pair decides; `isEarly` while one may yet. `runs` has a higher limit: a higher price, and bids of
   * others for what there is, look the same.
   */
  readonly 'outbid-or-capacity': {
    readonly limit: Money | null;
    readonly runs: Witness | null;
    readonly preempted: Moment | null;
    readonly isEarly: boolean;
  };
  /** The service says a price above the limit. */
  readonly outbid: { readonly limit: Money; readonly price: Money };
  /** The service says that the price is not above the limit, and that less than the wanted instances are free. */
  readonly 'no-capacity': {
    readonly limit: Money;
    readonly price: Money;
    readonly free: number;
    readonly wanted: number;
  };
  /** The service says that the project holds what it may. */
  readonly quota: { readonly used: number; readonly total: number; readonly units: string | null };
  /** Placed, resumed or changed a moment ago. */
  readonly deciding: object;
  readonly stopping: Counted;
  /** `usualMs`: median time of earlier starts of the bid's instances, in milliseconds. */
  readonly starting: Counted & {
    readonly wanted: number;
    readonly slowest: Moment | null;
    readonly usualMs: number | null;
  };
  readonly missing: Counted & { readonly wanted: number };
  readonly error: Counted;
  readonly relocating: Counted;
  /** Of an instance whose bid was preempted. */
  readonly preempted: { readonly bid: string | null; readonly limit: Money | null };
  /** Of an instance stopped with its bid. */
  readonly 'with-bid': { readonly bid: string; readonly because: Reason };
  readonly 'unknown-status': { readonly status: string };
  readonly 'not-known': object;
};
export type ReasonKind = keyof Kinds;

/** Why a bid runs less than it wants, or an instance does not run. `since`: null when the journal does not show it. */
export type Reason<Kind extends ReasonKind = ReasonKind> = {
  [Each in Kind]: { readonly kind: Each; readonly since: Moment | null } & Kinds[Each];
}[Kind];

/** Whether a running bid has no higher limit than another, so that the price is not the other's reason. */
export const isNoHigher = ({ limit }: Witness, than: Money | null): boolean =>
  than !== null && limit.micros <= than.micros;

/** Whether a row being preempted loses its place for capacity, not for the price. */
export const isForCapacity = ({ runs, limit }: Reason<'preempting'>): boolean =>
  runs !== null && isNoHigher(runs, limit);

/** Whether the service says who did it, and when. */
export const isFromService = (reason: Reason): boolean =>
  (reason.kind === 'paused' || reason.kind === 'ended') && reason.by.kind === 'person';

/** Whether price or capacity can be the reason. */
export const namesBoth = (reason: Reason): boolean =>
  reason.kind === 'outbid-or-capacity' ||
  (reason.kind === 'preempting' && reason.said === null && !isForCapacity(reason));

export type Since =
  | ({ readonly kind: 'seen' } & Moment)
  | { readonly kind: 'at-least'; readonly at: number }
  | { readonly kind: 'not-known' };
