export type Outcome<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** A message about one field, by its path: `['launch_specification', 'volumes', 0]`. */
export type FieldIssue = { readonly path: readonly (string | number)[]; readonly message: string };

/** Whether a failed request may have been carried out all the same. */
export type Delivery = 'no' | 'maybe' | 'yes';

/**
 * Every failure between a request and its answer (sections 5 and 7). `said` is the service's message, safe to print.
 */
export type ServiceError = { readonly reached: Delivery } & (
  | {
      readonly kind: 'unreachable';
      readonly why: ConnectFault;
      readonly where: string;
      readonly proxy?: UsedProxy;
    }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'not-signed-in';
      readonly status: 401 | 403;
      readonly said: string | null;
      readonly why?: string;
    }
  | {
      readonly kind: 'no-token';
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
      /** The base address leading to `to`; null when the path differs. */
      readonly service: string | null;
      /** A change is never sent to a second place. */
      readonly isWrite: boolean;
    }
  | { readonly kind: 'plain-http'; readonly where: string }
  | { readonly kind: 'read-only' }
);

/** Without user name and password; `variable` is its name. */
export type UsedProxy = { readonly address: string; readonly variable: string };

/** Why no connection was made. `tls` has no reason of its own. */
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

/** A row and its JSON text. The text is safe to print; values parsed from it are not. */
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

/** A row of the console's own; its JSON text is written on demand. */
export const listedOwn = <Row>(row: Row, json: (row: Row) => string): ListedRow<Row> => new OwnRow(row, json);

export type UnreadableRow = { readonly fid: string | null; readonly why: string; readonly raw: string };

export const isReadInPart = ({ fid }: Pick<UnreadableRow, 'fid'>, rows: ReadonlyMap<string, unknown>): boolean =>
  fid !== null && rows.has(fid);

/** Shown, never an error. */
export type ListWarning = 'cursor-repeated' | 'page-limit' | 'rows-repeated';

/** All rows by fid, in the service's order; the first ones if `cut`. */
export type WholeList<Row> = {
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
  readonly unreadable: readonly UnreadableRow[];
  readonly warnings: readonly ListWarning[];
  readonly pages: number;
  readonly cut?: true;
};
