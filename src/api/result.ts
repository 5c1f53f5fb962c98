/** Result of an operation: a value, or an error of a closed set. */
export type Outcome<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** The service's message about one field, by its path in the request's body: `['launch_specification', 'volumes', 0]`. */
export type FieldIssue = { readonly path: readonly (string | number)[]; readonly message: string };

/** Whether a failed request may have been carried out all the same: decides if a write may be sent again. */
export type Delivery = 'no' | 'maybe' | 'yes';

/**
 * Every failure between sending a request and having its answer (sections 5 and 7; the shape of
 * error bodies is not shown). `said` is the service's message, made safe to print, or null.
 */
export type ServiceError = { readonly reached: Delivery } & (
  | {
      readonly kind: 'unreachable';
      readonly why: ConnectFault;
      readonly where: string;
      /** The proxy that the request was to go through, and the variable that names it. */
      readonly proxy?: UsedProxy;
    }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'not-signed-in';
      readonly status: 401 | 403;
      readonly said: string | null;
      /** Why no other token could be had, as a sentence. */
      readonly why?: string;
    }
  | {
      readonly kind: 'no-token';
      /** Where a token was looked for and is not, as a sentence. */
      readonly why?: string;
    }
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
  | {
      readonly kind: 'redirected';
      readonly to: string;
      /** The base address that would have led straight to `to`; null when `to` has another path than was asked for. */
      readonly service: string | null;
      /** Whether it was a change, which is never sent to a second place. */
      readonly isWrite: boolean;
    }
  | { readonly kind: 'plain-http'; readonly where: string }
  | { readonly kind: 'read-only' }
);

/** A proxy by its address, without user name and password, and the variable that names it. */
export type UsedProxy = { readonly address: string; readonly variable: string };

/** Why no connection was made. `tls` is what has no reason of its own. */
export const CONNECT_FAULTS = [
  'refused',
  'name-unknown',
  'no-route',
  'certificate-expired',
  'certificate-too-new',
  'certificate-name',
  'certificate-authority',
  'certificate',
  'not-https',
  'tls',
  'connect-timeout',
  'proxy-refused',
  'reset',
  'other',
] as const;
export type ConnectFault = (typeof CONNECT_FAULTS)[number];

/** A listed resource: its parsed row, and the row's whole JSON text. The text is safe to print as it is (`jsonText`); values parsed from it are not. */
export type ListedRow<Row> = { readonly row: Row; readonly raw: string };

class OwnRow<Row> implements ListedRow<Row> {
  readonly row: Row;
  readonly #json: (row: Row) => string;

  constructor(row: Row, json: (row: Row) => string) {
    this.row = row;
    this.#json = json;
  }

  get raw(): string {
    return this.#json(this.row);
  }
}

/** A row of the console's own, whose JSON text is written when it is asked for. */
export const listedOwn = <Row>(row: Row, json: (row: Row) => string): ListedRow<Row> => new OwnRow(row, json);

/** A row of a list that could not be read, or only in part (`isReadInPart`), with its identifier if it has one. */
export type UnreadableRow = { readonly fid: string | null; readonly why: string; readonly raw: string };

/** Whether a row is among the rows that were read: some of its cells could not be. */
export const isReadInPart = ({ fid }: Pick<UnreadableRow, 'fid'>, rows: ReadonlyMap<string, unknown>): boolean =>
  fid !== null && rows.has(fid);

/** Deviation of a list that was read to its end; shown, never an error. */
export type ListWarning = 'cursor-repeated' | 'page-limit' | 'rows-repeated';

/** All rows of a list by fid, in the service's order, from all of its pages; the first ones of a list that is `cut`. */
export type WholeList<Row> = {
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
  readonly unreadable: readonly UnreadableRow[];
  readonly warnings: readonly ListWarning[];
  readonly pages: number;
  /** Present when reading stopped at the requested number of rows: the rest of the list was not read. */
  readonly cut?: true;
};
