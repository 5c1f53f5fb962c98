/** How an operation ended: with a value, or with an error that is one of a closed set. */
export type Outcome<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** What a service said about one field, by its path in the request's body: `['launch_specification', 'volumes', 0]`. */
export type FieldIssue = { readonly path: readonly (string | number)[]; readonly message: string };

/** Whether a request that failed may have been carried out all the same: decides if a write may be sent again. */
export type Delivery = 'no' | 'maybe' | 'yes';

/**
 * Everything that can go wrong between asking the service and having its answer (sections 5 and 7; the shape
 * of error bodies is not shown). `said` is what the service wrote, made safe to print, or null.
 */
export type ServiceError = { readonly reached: Delivery } & (
  | { readonly kind: 'unreachable'; readonly why: Unreachable; readonly where: string }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'not-signed-in'; readonly status: 401 | 403; readonly said: string | null }
  | { readonly kind: 'no-token' }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly said: string | null;
      readonly fields: readonly FieldIssue[];
    }
  | { readonly kind: 'not-found'; readonly said: string | null }
  | { readonly kind: 'conflict'; readonly said: string | null }
  | { readonly kind: 'rate-limited'; readonly waitMs: number | null; readonly said: string | null }
  | {
      readonly kind: 'server-fault';
      readonly status: number;
      readonly waitMs: number | null;
      readonly said: string | null;
    }
  | { readonly kind: 'unreadable-answer'; readonly why: string }
  | { readonly kind: 'redirected'; readonly to: string }
  | { readonly kind: 'plain-http'; readonly where: string }
  | { readonly kind: 'read-only' }
);

/** Why no connection came about. */
export type Unreachable = 'refused' | 'name-unknown' | 'no-route' | 'tls' | 'connect-timeout' | 'reset' | 'other';

/**
 * A resource as the service listed it: what was read, and the row's whole JSON text. That is safe to print as it stands
 * (`jsonText`); what is parsed from it is not.
 */
export type ListedRow<Row> = { readonly row: Row; readonly raw: string };

/** A row of a list that could not be read, with its identifier when it had one. */
export type Unreadable = { readonly fid: string | null; readonly why: string; readonly raw: string };

/** How a list that was read to its end deviates from what it should be; shown, never fatal. */
export type ListWarning = 'cursor-repeated' | 'page-limit' | 'rows-repeated';

/** All rows of a list by fid, in the service's order: every page of it came. */
export type WholeList<Row> = {
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
  readonly unreadable: readonly Unreadable[];
  readonly warnings: readonly ListWarning[];
  readonly pages: number;
};
