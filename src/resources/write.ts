import type { ListedRow } from '../api/result.ts';
import type { Agent } from '../changes/change-event.ts';
import type { CallInput } from '../contract/endpoint.ts';
import type { Endpoints, WriteEndpoint } from '../contract/endpoints.ts';
import type { VolumeFid } from '../contract/fid.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Money } from '../lib/money.ts';
import { capitalized } from '../lib/words.ts';
import type { Rows } from './rows.ts';

/** Old states may still refer to a forgotten text; they hold nothing. */
type SecretText = {
  /** Empty after `forget`. */
  readonly read: () => string;
  readonly forget: () => void;
};

export function secretText(text: string): SecretText {
  let kept = text;
  return {
    read: () => kept,
    forget: () => {
      kept = '';
    },
  };
}

/** Returned only once, and held only by its dialog. */
export type Secret = {
  readonly what: 'api-key' | 'private-key';
  readonly title: string;
  readonly name: string;
  readonly fid: string;
  readonly value: SecretText;
  readonly lines: readonly string[];
  /** The suggested file. */
  readonly path: string;
};

/** The content of a successful response to a write. */
export type WriteResponse =
  | WrittenRow
  | { readonly kind: 'nothing' }
  | { readonly kind: 'secret'; readonly secret: Secret };

/** Newer than any list requested before. */
export type WrittenRow<Name extends ServiceList = ServiceList> = {
  [One in Name]: { readonly kind: 'row'; readonly list: One; readonly row: ListedRow<Rows[One]> };
}[Name];

/** An endpoint for changes, and its input. */
export type WriteRequest<Name extends WriteEndpoint = WriteEndpoint> = {
  [One in Name]: { readonly call: One; readonly input: CallInput<Endpoints[One]> };
}[Name];

export type WriteWords = {
  /** `pause`. */
  readonly verb: string;
  /** In the row: `pausing`. */
  readonly pendingLabel: string;
  readonly successText: string;
};

/** A requested change as data. Only `sendWrite` sends it. */
export type Write = WriteRequest &
  WriteWords & {
    readonly list: ServiceList;
    /** Null for a creation. */
    readonly fid: string | null;
    readonly name: string;
    /** As sent; null when it requests none. */
    readonly price: string | null;
    readonly undo: Write | null;
    readonly undoOf: UndoOf | null;
    /** A 404 counts as success, because the row should be gone. */
    readonly notFoundIsSuccess: boolean;
    readonly secret: Omit<Secret, 'fid' | 'value'> | null;
    /** Absent for the operator. */
    readonly agent?: Agent;
  };

export type UndoOf = {
  /** `limit price $0.95 back to $0.75`. */
  readonly text: string;
  readonly effect: 'pauses' | 'resumes' | 'changes';
  /** What it does not bring back. */
  readonly limits: string | null;
  /** The undo is sent only while the bid is still so. */
  readonly expected: ExpectedBid;
  /** Absent before the answer. */
  readonly changedAt?: number;
};

/** An absent field is not compared. */
export type ExpectedBid = {
  readonly paused?: boolean;
  /** Null for an unreadable limit price. */
  readonly price?: Money | null;
  readonly volumes?: readonly VolumeFid[];
};

/** `was not paused: it is still open`. */
export type Verdict = { readonly succeeded: boolean; readonly text: string };

/** `pause`, `pausing` and `Paused train-llama.`, from the verb. */
export function wordsOf(verb: string, what: string): WriteWords {
  const stem = verb === 'cancel' ? 'cancell' : verb.replace(/e$/, '');
  return { verb, pendingLabel: `${stem}ing`, successText: `${capitalized(stem)}ed ${what}.` };
}

type Creation = WriteRequest &
  WriteWords &
  Pick<Write, 'list' | 'name'> & { readonly secret?: Omit<Secret, 'fid' | 'value'> };

/** Creates a row; nothing undoes it. */
export function creation(given: Creation): Write {
  return { secret: null, ...given, fid: null, price: null, undo: null, undoOf: null, notFoundIsSuccess: false };
}

type Removal = WriteRequest & WriteWords & Pick<Write, 'list' | 'name'> & { readonly fid: string };

/** Removes a row for good. A missing row counts as removed. */
export function removal(given: Removal): Write {
  return { ...given, price: null, undo: null, undoOf: null, notFoundIsSuccess: true, secret: null };
}
