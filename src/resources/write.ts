import type { ListedRow } from '../api/result.ts';
import type { Agent } from '../changes/change-event.ts';
import type { CallInput } from '../contract/endpoint.ts';
import type { Endpoints, WriteEndpoint } from '../contract/endpoints.ts';
import type { VolumeFid } from '../contract/fid.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Money } from '../lib/money.ts';
import type { Rows } from './rows.ts';
import type { Secret } from './secret.ts';

/** The content of a successful response to a write. */
export type WriteResponse =
  | WrittenRow
  | { readonly kind: 'nothing' }
  | { readonly kind: 'secret'; readonly secret: Secret };

/** The row in a response: newer than any list requested before. */
export type WrittenRow<Name extends ServiceList = ServiceList> = {
  [One in Name]: { readonly kind: 'row'; readonly list: One; readonly row: ListedRow<Rows[One]> };
}[Name];

/** The request of a write: an endpoint that changes something, and the input of that endpoint. */
export type WriteRequest<Name extends WriteEndpoint = WriteEndpoint> = {
  [One in Name]: { readonly call: One; readonly input: CallInput<Endpoints[One]> };
}[Name];

/** The words for a write on screen, in the activity list and on the command line. */
export type WriteWords = {
  /** Its verb: `pause`. */
  readonly verb: string;
  /** Shown in the row while it is pending: `pausing`. */
  readonly pendingLabel: string;
  /** The sentence for its success. */
  readonly successText: string;
};

/**
 * A change requested from the service, as data: its request, its words on screen, and the write that undoes it. Only
 * `sendWrite` sends it.
 */
export type Write = WriteRequest &
  WriteWords & {
    readonly list: ServiceList;
    /** The row it changes; null for a creation. */
    readonly fid: string | null;
    readonly name: string;
    /** The requested limit price, as sent; null when it requests none. */
    readonly price: string | null;
    readonly undo: Write | null;
    /** How it undoes another write; null when it undoes nothing. */
    readonly undoOf: UndoOf | null;
    /** Whether a 404 counts as success, because the row should be gone. */
    readonly notFoundIsSuccess: boolean;
    /** The words for the secret in its response; null when none is expected. */
    readonly secret: Omit<Secret, 'fid' | 'value'> | null;
    /** The agent that requests it; absent for what the operator does. */
    readonly agent?: Agent;
  };

/** The further properties of a write that undoes another. */
export type UndoOf = {
  /** The change back, in words: `limit price $0.95 back to $0.75`. */
  readonly text: string;
  /** Its effect on work and cost, which needs the same confirmation as the key of that action. */
  readonly effect: 'pauses' | 'resumes' | 'changes';
  /** What it does not bring back, shown with the offer; null when it restores everything. */
  readonly limits: string | null;
  /** The bid as the change left it: the undo is sent only while it is still so. */
  readonly expected: ExpectedBid;
  /** When the change was answered, in milliseconds since 1970; absent before. */
  readonly changedAt?: number;
};

/** The fields of a bid that a change left in a known state; an absent field is not compared. */
export type ExpectedBid = {
  readonly paused?: boolean;
  /** Null for a limit price that can't be read. */
  readonly price?: Money | null;
  readonly volumes?: readonly VolumeFid[];
};

/** The outcome of a write by the rows read since, in words: `was not paused: it is still open`. */
export type Verdict = { readonly succeeded: boolean; readonly text: string };

type Creation = WriteRequest &
  WriteWords &
  Pick<Write, 'list' | 'name'> & { readonly secret?: Omit<Secret, 'fid' | 'value'> };

/** A write that creates a row: no row shows it while it is pending, and nothing undoes it. */
export function creation(given: Creation): Write {
  return { secret: null, ...given, fid: null, price: null, undo: null, undoOf: null, notFoundIsSuccess: false };
}

type Removal = WriteRequest & WriteWords & Pick<Write, 'list' | 'name'> & { readonly fid: string };

/** A write that removes a row for good. A row that is already gone counts as removed. */
export function removal(given: Removal): Write {
  return { ...given, price: null, undo: null, undoOf: null, notFoundIsSuccess: true, secret: null };
}
