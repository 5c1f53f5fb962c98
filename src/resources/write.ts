import type { ListedRow } from '../api/result.ts';
import type { CallInput } from '../contract/endpoint.ts';
import type { Endpoints, WriteEndpoint } from '../contract/endpoints.ts';
import type { VolumeFid } from '../contract/fid.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Money } from '../lib/money.ts';
import type { Rows } from './rows.ts';
import type { Secret } from './secret.ts';

/** What a write's answer brings back, beside that it worked. */
export type Written = WrittenRow | { readonly kind: 'nothing' } | { readonly kind: 'secret'; readonly secret: Secret };

/** The row as the service answered it: newer than any list that was asked for before. */
export type WrittenRow<Name extends ServiceList = ServiceList> = {
  [One in Name]: { readonly kind: 'row'; readonly list: One; readonly row: ListedRow<Rows[One]> };
}[Name];

/** The request of a write: an endpoint that changes something, and the input of that endpoint. */
export type WriteRequest<Name extends WriteEndpoint = WriteEndpoint> = {
  [One in Name]: { readonly call: One; readonly input: CallInput<Endpoints[One]> };
}[Name];

/** What the screen, the activity list and the command line say of a write. */
export type WriteWords = {
  /** What it does: `pause`. */
  readonly verb: string;
  /** Shown in the row while it is under way: `pausing`. */
  readonly pendingLabel: string;
  /** A sentence for when it worked. */
  readonly successText: string;
};

/**
 * One change asked of the service, as data: its request, what it is called on screen, and what would undo it. It is sent by
 * `sendWrite` alone.
 */
export type Write = WriteRequest &
  WriteWords & {
    readonly list: ServiceList;
    /** The row it changes; null for a creation. */
    readonly fid: string | null;
    readonly name: string;
    /** The limit price that it asks for, as it is sent; null when it asks for none. */
    readonly price: string | null;
    readonly undo: Write | null;
    /** What it undoes; null for a write that undoes nothing. */
    readonly undoOf: UndoOf | null;
    /** Whether a 404 means that what was wanted is already so. */
    readonly notFoundIsSuccess: boolean;
    /** The words for the secret in its answer; null when none is expected. */
    readonly secret: Omit<Secret, 'fid' | 'value'> | null;
  };

/** What an undo is beside a write. */
export type UndoOf = {
  /** What it puts back: `limit price $0.95 back to $0.75`. */
  readonly text: string;
  /** What it stops or lets begin, as the key of the same action would. */
  readonly effect: 'pauses' | 'resumes' | 'changes';
  /** What it does not bring back, to be said where it is offered; null when it brings all back. */
  readonly limits: string | null;
  /** The bid as the change left it: the undo is sent only while it is still so. */
  readonly expected: ExpectedBid;
};

/** The fields of a bid that a change left in a known state; an absent field is not compared. */
export type ExpectedBid = {
  readonly paused?: boolean;
  /** Null for a limit price that can't be read. */
  readonly price?: Money | null;
  readonly volumes?: readonly VolumeFid[];
};

/** How a write ended as the rows tell it: in words, such as `was not paused: it is still open`. */
export type Verdict = { readonly succeeded: boolean; readonly text: string };

type Creation = WriteRequest &
  WriteWords &
  Pick<Write, 'list' | 'name'> & { readonly secret?: Omit<Secret, 'fid' | 'value'> };

/** A write that makes something new: no row shows it before it is answered, and nothing undoes it. */
export function creation(given: Creation): Write {
  return { secret: null, ...given, fid: null, price: null, undo: null, undoOf: null, notFoundIsSuccess: false };
}

type Removal = WriteRequest & WriteWords & Pick<Write, 'list' | 'name'> & { readonly fid: string };

/** A write that ends something for good. What is gone already is as it was wanted. */
export function removal(given: Removal): Write {
  return { ...given, price: null, undo: null, undoOf: null, notFoundIsSuccess: true, secret: null };
}
