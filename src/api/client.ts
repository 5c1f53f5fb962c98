// api: the HTTP client: requests, whole lists page by page, errors as a closed union with their sentences.

import type * as z from 'zod';
import type { CallInput, Endpoint, ListEndpoint } from '../contract/endpoint.ts';
import { type CallOutput, type EndpointName, type Endpoints, endpoints } from '../contract/endpoints.ts';
import { type Clock, machineClock } from '../lib/clock.ts';
import { jsonText } from '../lib/sanitize.ts';
import { holdsToken } from '../lib/secret-text.ts';
import { withoutSecrets } from '../lib/secrets.ts';
import { isThisMachine } from '../lib/this-machine.ts';
import { sendRequest } from './fetch.ts';
import { httpError } from './http-error.ts';
import { type Intake, intakeOfNothing, intakeOfOne, unreadable } from './json-body.ts';
import {
  type OnPage,
  type PageCursor,
  type PageRetry,
  type Permit,
  type ReadLimit,
  readWholeList,
} from './list-pages.ts';
import type { RequestLogEntry } from './log-entry.ts';
import { createPageCaches } from './page-cache.ts';
import { makeRequest, type Paging, readBase } from './request.ts';
import type { Delivery, ListedRow, Outcome, ServiceError, UsedProxy, WholeList } from './result.ts';
import { whyUnreadable } from './rows.ts';

export type Connection = {
  /** Every path starts with /v2 below it. */
  readonly baseUrl: string;
  /** With null every call ends with `no-token`. */
  readonly token: string | null;
  readonly noToken?: string | null;
  /** Asked after a read's 401, before believing it. */
  readonly renewToken?: RenewToken | null;
  /** Allows the token over plain http to another machine. */
  readonly allowPlainHttp: boolean;
  readonly readOnly: boolean;
  readonly timeoutMs: number;
  readonly pageSize: number | null;
  /** An endless list ends here, with a warning. */
  readonly maxPages: number;
};

/** The token for one more try; null when the refusal is final, `why` in a sentence. */
export type TokenChance = { readonly token: string | null; readonly why: string | null };
export type RenewToken = (refused: string) => Promise<TokenChance>;

export type ClientOptions = {
  readonly onRequest?: (entry: RequestLogEntry) => void;
  readonly clock?: Clock;
  readonly fetch?: typeof fetch;
  readonly proxyFor?: (url: URL) => UsedProxy | null;
};

/** After more failed pages in a row the service as a whole fails. */
const MAX_FAILED_IN_A_ROW = 5;

export type ForeignPath = Endpoint['path'];

type EndpointsAnswering<Kind extends string> = {
  [Name in EndpointName]: Endpoints[Name]['answer'] extends { readonly kind: Kind } ? Name : never;
}[EndpointName];

export type OneCall = EndpointsAnswering<'one' | 'nothing'>;
export type RowOf<Of extends ListEndpoint> = z.output<Of['answer']['of']>;

/** A resource and its printable JSON; no JSON of a secret. */
export type ReceivedValue<Name extends OneCall> = {
  readonly value: CallOutput<Name>;
  readonly raw: Endpoints[Name]['answer'] extends { readonly kind: 'nothing' } | { readonly secret: string }
    ? null
    : string;
};

export type CallOptions = { readonly signal?: AbortSignal };
export type ListOptions<Row = unknown> = CallOptions & {
  readonly onPage?: OnPage<Row>;
  readonly onCursor?: (page: PageCursor) => void;
  readonly from?: string;
  readonly permit?: Permit;
  readonly pageBegins?: () => void;
  /** Gives its permit back while it decides. */
  readonly retry?: PageRetry;
  /** The caller's row, kept while its text is the same. Then nothing is cached. */
  readonly known?: (fid: string) => ListedRow<Row> | undefined;
  /** Ends the list early: the result is then `cut`. */
  readonly enough?: ReadLimit<Row>;
};

/** All operations of section 4. Errors are values, never thrown. */
export type Client = {
  readonly call: <Name extends OneCall>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
    options?: CallOptions,
  ) => Promise<Outcome<ReceivedValue<Name>, ServiceError>>;
  /** Reads all pages, or enough rows, or fails: never half a list. */
  readonly list: <Of extends ListEndpoint>(
    endpoint: Of,
    input: CallInput<Of>,
    options?: ListOptions<RowOf<Of>>,
  ) => Promise<Outcome<WholeList<RowOf<Of>>, ServiceError>>;
};

/** An operation beyond the interface, which only reads. */
export type ForeignEndpoint = Endpoint & {
  readonly method: 'GET';
  readonly body: null;
  readonly answer: { readonly kind: 'one'; readonly of: z.ZodType };
};

export type ForeignReads = {
  /** A refused token says nothing about that of the interface. */
  readonly readForeign: <Of extends ForeignEndpoint>(
    endpoint: Of,
    input: CallInput<Of>,
    options?: CallOptions,
  ) => Promise<Outcome<z.output<Of['answer']['of']>, ServiceError>>;
};

const TOKEN_IN_BODY: ServiceError = {
  kind: 'refused',
  status: 422,
  said: null,
  fields: [{ path: [], message: 'It has the API key that is in use, so it was not sent.' }],
  reached: 'no',
};

/** The client of the service; every request leaves through `send`. */
export function createClient(connection: Connection, options: ClientOptions = {}): Client & ForeignReads {
  const { clock = machineClock, fetch: sendOver = (...request) => fetch(...request) } = options;
  const base = readBase(connection.baseUrl);
  /** Changes when a service rejects the settings' size and accepts another, or none. */
  let pageSize = connection.pageSize;
  let failedInARow = 0;
  let { token } = connection;
  const caches = createPageCaches(() => token);
  const refused = createRefusedPaths();

  async function send<Value>(
    endpoint: Endpoint,
    input: unknown,
    paging: Paging | null,
    intake: Intake<Value>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<Value, ServiceError>> {
    const isWrite = isWriting(endpoint);
    if (isWrite && connection.readOnly) return failed({ kind: 'read-only', reached: 'no' });
    if (token === null || !canBeSent(token)) {
      const why = token === null ? connection.noToken : null;
      return failed({ kind: 'no-token', reached: 'no', ...(why == null ? {} : { why }) });
    }
    if (base === null)
      return failed({ kind: 'unreachable', why: 'other', where: 'the configured address', reached: 'no' });
    if (base.protocol === 'http:' && !connection.allowPlainHttp && !isThisMachine(base.hostname))
      return failed({ kind: 'plain-http', where: base.host, reached: 'no' });
    const request = makeRequest(base, endpoint, input, paging);
    if (!request.ok) return failed({ kind: 'refused', status: 422, said: null, fields: request.error, reached: 'no' });
    // Others could read it there, such as in a bid's startup script.
    if (holdsToken(request.value.body ?? '', JSON.stringify(token).slice(1, -1))) return failed(TOKEN_IN_BODY);
    const sendOptions = {
      token,
      timeoutMs: connection.timeoutMs,
      signal,
      clock,
      fetch: sendOver,
      onRequest: options.onRequest ?? (() => undefined),
      proxyFor: options.proxyFor ?? (() => null),
    };
    const answer = await sendRequest(request.value, sendOptions, intake);
    if (!answer.ok) return answer;
    if (answer.value.kind === 'success') return { ok: true, value: answer.value.value };
    return failed(httpError(answer.value, isWrite, token, clock.now()));
  }

  /** Once more after a refused token, if another may be accepted. */
  async function read<Value>(
    path: Endpoint['path'],
    signal: AbortSignal | undefined,
    attempt: () => Promise<Outcome<Value, ServiceError>>,
  ): Promise<Outcome<Value, ServiceError>> {
    const sentWith = token;
    const answer = await attempt();
    if (answer.ok) refused.accepted(path);
    if (answer.ok || !isUnauthorized(answer.error) || sentWith === null) return answer;
    const isOfPath = refused.isOfPath(path);
    refused.refused(path);
    if (token !== sentWith) return attempt();
    if (isOfPath || connection.renewToken == null) return answer;
    const chance = await connection.renewToken(sentWith);
    const why = chance.why === null ? {} : { why: chance.why };
    if (chance.token === null || signal?.aborted === true) return failed({ ...answer.error, ...why });
    if (token === sentWith) token = chance.token;
    const again = await attempt();
    if (again.ok) refused.accepted(path);
    return again.ok || !isUnauthorized(again.error) ? again : failed({ ...again.error, ...why });
  }

  // The answer's type follows from the endpoint's name; the compiler can't connect them.
  async function call<Name extends OneCall>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
    options?: CallOptions,
  ): Promise<Outcome<ReceivedValue<Name>, ServiceError>>;
  async function call(
    name: OneCall,
    input: unknown,
    options: CallOptions = {},
  ): Promise<Outcome<{ readonly value: unknown; readonly raw: string | null }, ServiceError>> {
    const { answer: expected }: Endpoint = endpoints[name];
    const intake: Intake<unknown> = expected.kind === 'nothing' ? intakeOfNothing() : intakeOfOne();
    const answer = await send(endpoints[name], input, null, intake, options.signal);
    if (!answer.ok) return answer;
    if (expected.kind === 'nothing') return { ok: true, value: { value: undefined, raw: null } };
    const read = expected.of.safeParse(answer.value);
    if (!read.success)
      return failed(unreadable({ page: false, why: whyUnreadable(read.error) }, isWriting(endpoints[name])));
    // Never a second copy of a secret (sections 2.1 and 2.3).
    const isSecret = expected.kind === 'one' && expected.secret !== undefined;
    return { ok: true, value: { value: read.data, raw: isSecret ? null : jsonText(withoutSecrets(answer.value)) } };
  }

  async function list<Of extends ListEndpoint>(
    endpoint: Of,
    input: CallInput<Of>,
    options?: ListOptions<RowOf<Of>>,
  ): Promise<Outcome<WholeList<RowOf<Of>>, ServiceError>>;
  async function list(
    endpoint: ListEndpoint,
    input: unknown,
    options: ListOptions = {},
  ): Promise<Outcome<WholeList<unknown>, ServiceError>> {
    const { known, permit = unlimited, retry, signal } = options;
    const cache = known === undefined ? caches.of(endpoint, input) : caches.once(endpoint, known);
    return readWholeList({
      cache,
      limit: 'limit' in endpoint.query.shape ? pageSize : null,
      maxPages: connection.maxPages,
      send: async (paging, intake) => {
        const done = await permit();
        try {
          const page = await read(endpoint.path, signal, () => {
            options.pageBegins?.();
            return send(endpoint, input, paging, intake, signal);
          });
          failedInARow = page.ok ? 0 : failedInARow + 1;
          return page;
        } finally {
          done();
        }
      },
      onLimitRefused: (accepted) => {
        pageSize = accepted;
      },
      onPage: options.onPage,
      onCursor: options.onCursor,
      from: options.from,
      enough: options.enough,
      retry: async (error, attempt) =>
        retry !== undefined && failedInARow <= MAX_FAILED_IN_A_ROW && (await retry(error, attempt)),
    });
  }

  async function readForeign<Of extends ForeignEndpoint>(
    endpoint: Of,
    input: CallInput<Of>,
    options?: CallOptions,
  ): Promise<Outcome<z.output<Of['answer']['of']>, ServiceError>>;
  async function readForeign(
    endpoint: ForeignEndpoint,
    input: unknown,
    { signal }: CallOptions = {},
  ): Promise<Outcome<unknown, ServiceError>> {
    const answer = await send(endpoint, input, null, intakeOfOne(MOST_FOREIGN_NAMES), signal);
    if (!answer.ok) return answer;
    const read = endpoint.answer.of.safeParse(answer.value);
    if (read.success) return { ok: true, value: read.data };
    return failed(unreadable({ page: false, why: whyUnreadable(read.error) }, false));
  }

  return { call, list, readForeign };
}

/** An answer beyond the interface is a whole list: histories have thousands of events. */
const MOST_FOREIGN_NAMES = 60_000;

const unlimited: Permit = async () => () => undefined;

/** A service may refuse one list alone (401): with the token accepted elsewhere, a second refusal is about the path. */
function createRefusedPaths() {
  let answers = 0;
  let acceptedAt = 0;
  const refusedAt = new Map<string, number>();
  return {
    accepted: (path: string): void => {
      acceptedAt = ++answers;
      refusedAt.delete(path);
    },
    refused: (path: string): void => void refusedAt.set(path, ++answers),
    isOfPath: (path: string): boolean => acceptedAt > (refusedAt.get(path) ?? Number.POSITIVE_INFINITY),
  };
}

type Unauthorized = Extract<ServiceError, { readonly kind: 'not-signed-in' }> & { readonly reached: Delivery };

const isUnauthorized = (error: ServiceError): error is Unauthorized =>
  error.kind === 'not-signed-in' && error.status === 401;

function failed(error: ServiceError): { readonly ok: false; readonly error: ServiceError } {
  return { ok: false, error };
}

function isWriting(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET';
}

/** Visible ASCII without blanks fits in a header (section 5). */
function canBeSent(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}
