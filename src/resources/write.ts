import type { Client } from '../api/client.ts';
import type { Listed, Outcome, ServiceError } from '../api/outcome.ts';
import type { Bid } from '../contract/bid.ts';
import type { Context, Rows, ServiceList } from './resource.ts';
import type { Secret } from './secret.ts';

/** What a write's answer brings back, beside that it worked. */
export type Written = WrittenRow | { readonly kind: 'nothing' } | { readonly kind: 'secret'; readonly secret: Secret };

/** The row as the service answered it: newer than any list that was asked for before. */
export type WrittenRow<Name extends ServiceList = ServiceList> = {
  [Each in Name]: { readonly kind: 'row'; readonly list: Each; readonly row: Listed<Rows[Each]> };
}[Name];

/**
 * One change asked of the service: what it is called on screen, what the row shows until the outcome is
 * known, how to send it (once), and what would put it back.
 */
export type Write = {
  readonly verb: string;
  /** Shown in the row while it is under way: `pausing`. */
  readonly doing: string;
  /** A sentence for when it worked. */
  readonly done: string;
  readonly list: ServiceList;
  /** The row it changes; null for a creation. */
  readonly fid: string | null;
  readonly name: string;
  readonly price: string | null;
  readonly undo: Write | null;
  /** Of a write that takes another back: what it puts back, and why it must not any more, null while it may. */
  readonly takesBack?: TakingBack;
  /** Whether the rows that came after it show it as done, for when its answer was lost; null when they don't tell. */
  readonly settledBy?: (now: Context) => Verdict | null;
  /** Whether a 404 means that what was wanted is already so. */
  readonly goneIsFine: boolean;
  readonly send: (client: Client) => Promise<Outcome<Written, ServiceError>>;
};

/** What an undo is beside a write. */
export type TakingBack = {
  /** What it puts back: `limit price $0.95 back to $0.75`. */
  readonly says: string;
  /** What it stops or lets begin, as the key of the same action would. */
  readonly effect: 'pauses' | 'resumes' | 'changes';
  /** What it does not bring back, to be said where it is offered; null when it brings all back. */
  readonly limits: string | null;
  /** Why it must not be sent any more, for the bid as it is now or is not any more; null while it may. */
  readonly outdated: (now: Bid | undefined) => string | null;
};

/** How a write ended as the rows tell it: in words, such as `was not paused: it is still open`. */
export type Verdict = { readonly done: boolean; readonly text: string };

type Creation = Pick<Write, 'verb' | 'doing' | 'done' | 'list' | 'name' | 'send'>;

/** A write that makes something new: no row shows it before it is answered, and nothing takes it back. */
export function creation(given: Creation): Write {
  return { ...given, fid: null, price: null, undo: null, goneIsFine: false };
}

type Removal = Creation & Pick<Write, 'settledBy'> & { readonly fid: string };

/** A write that ends something for good. What is gone already is as it was wanted. */
export function removal(given: Removal): Write {
  return { ...given, price: null, undo: null, goneIsFine: true };
}
