import type { Client } from '../api/client.ts';
import type { Listed, Outcome, ServiceError } from '../api/outcome.ts';
import type { Context, Rows, ServiceList } from './resource.ts';
import type { Secret } from './secret.ts';

/** What a write's answer brings back, beside that it worked. */
export type Written = WrittenRow | { readonly kind: 'nothing' } | { readonly kind: 'secret'; readonly secret: Secret };

/** The row as the service answered it: newer than any list that was asked for before. */
export type WrittenRow = {
  [Name in ServiceList]: { readonly kind: 'row'; readonly list: Name; readonly row: Listed<Rows[Name]> };
}[ServiceList];

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
  readonly takesBack?: { readonly says: string; readonly outdated: (now: Context) => string | null };
  /** Whether a 404 means that what was wanted is already so. */
  readonly goneIsFine: boolean;
  readonly send: (client: Client) => Promise<Outcome<Written, ServiceError>>;
};

type Creation = Pick<Write, 'verb' | 'doing' | 'done' | 'list' | 'name' | 'send'>;

/** A write that makes something new: no row shows it before it is answered, and nothing takes it back. */
export function creation(given: Creation): Write {
  return { ...given, fid: null, price: null, undo: null, goneIsFine: false };
}

type Removal = Creation & { readonly fid: string };

/** A write that ends something for good. What is gone already is as it was wanted. */
export function removal(given: Removal): Write {
  return { ...given, price: null, undo: null, goneIsFine: true };
}
