import type * as z from 'zod';
import type { CallInput, Endpoint, ListEndpoint } from '../contract/endpoint.ts';
import { type CallOutput, type EndpointName, type Endpoints, endpoints } from '../contract/endpoints.ts';
import { jsonText } from '../lib/sanitize.ts';
import { sendRequest } from './fetch.ts';
import { httpError } from './http-error.ts';
import { type Intake, intakeOfNothing, intakeOfOne, unreadable } from './json-body.ts';
import { type Enough, readWholeList } from './list-pages.ts';
import { hideToken, type RequestLogEntry } from './log-entry.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import { makeRequest, type Paging, readBase } from './request.ts';
import type { Outcome, ServiceError, WholeList } from './result.ts';
import { createRowBudget, type MemoryShare } from './row-budget.ts';
import { whyUnreadable } from './rows.ts';

/** Address of a service, and what is allowed there. */
export type Connection = {
  /** Every path starts with /v2 below it; a path prefix is kept. */
  readonly baseUrl: string;
  /** An access token or API key (section 5). With null every call ends with `no-token` before a request. */
  readonly token: string | null;
  /** Allows the token over plain http to another machine; to this machine it is always allowed. */
  readonly allowPlainHttp: boolean;
  /** Ends every call that is not a read with `read-only` before a request. */
  readonly readOnly: boolean;
  /** Timeout of one request, from its start to the end of its answer, in milliseconds. */
  readonly timeoutMs: number;
  /** `limit` parameter of lists that have one; null sends none. */
  readonly pageSize: number | null;
  /** Page at which a list ends with a warning when its pages don't end. */
  readonly maxPages: number;
};

/** Hooks of tests and of the request log: a listener for each request, and the time in milliseconds since 1970. */
export type ClientOptions = { readonly onRequest?: (entry: RequestLogEntry) => void; readonly now?: () => number };

type EndpointsAnswering<Kind extends string> = {
  [Name in EndpointName]: Endpoints[Name]['answer'] extends { readonly kind: Kind } ? Name : never;
}[EndpointName];

/** Operations that answer with one resource, or with nothing. */
export type OneCall = EndpointsAnswering<'one' | 'nothing'>;
/** A row of a list. */
export type RowOf<Of extends ListEndpoint> = z.output<Of['answer']['of']>;

/** One resource as parsed, and its JSON text made safe to print; neither for a secret or an empty answer. */
export type ReceivedValue<Name extends OneCall> = {
  readonly value: CallOutput<Name>;
  readonly raw: Endpoints[Name]['answer'] extends { readonly kind: 'nothing' } | { readonly secret: string }
    ? null
    : string;
};

/** Paths of all lists: each has a memory budget of its own. */
const LISTS = Object.values(endpoints).flatMap(({ path, answer }) =>
  answer.kind === 'list' || answer.kind === 'pages' ? [path] : [],
);

/** Most lists with cached pages: those of a few projects. */
const MAX_CACHES = 40;

/** A page cache with its share of the memory; `makeRoom` frees caches that are no longer used, and returns whether there were any. */
type ListCache = { readonly pages: PageCache<unknown>; readonly memory: MemoryShare; makeRoom: () => boolean };

export type CallOptions = { readonly signal?: AbortSignal };
export type ListOptions = CallOptions & {
  readonly onPage?: (progress: { readonly pages: number; readonly rows: number }) => void;
};
/** Options of one list. `enough` ends it early: the result is then `cut`. */
export type RowsOptions<Row> = ListOptions & { readonly enough?: Enough<Row> };

/** All operations of the interface (section 4) over one connection. Errors of the service or the network are values, never thrown. */
export type Client = {
  /** Sends one request, once. */
  readonly call: <Name extends OneCall>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
    options?: CallOptions,
  ) => Promise<Outcome<ReceivedValue<Name>, ServiceError>>;
  /** Reads all pages of a list, or those with enough rows, or returns an error: never half a list. */
  readonly list: <Of extends ListEndpoint>(
    endpoint: Of,
    input: CallInput<Of>,
    options?: RowsOptions<RowOf<Of>>,
  ) => Promise<Outcome<WholeList<RowOf<Of>>, ServiceError>>;
};

/** Creates a client for one connection. Only `send` sends requests, and it rejects those that are not allowed. */
export function createClient(connection: Connection, options: ClientOptions = {}): Client {
  const now = options.now ?? Date.now;
  const base = readBase(connection.baseUrl);
  /** Set to null once a service has rejected the page size and accepted the request without one. */
  let pageSize = connection.pageSize;
  const openMemory = createRowBudget(LISTS);
  const caches = new Map<string, ListCache>();
  const forget = (key: string): void => {
    caches.get(key)?.memory.leave();
    caches.delete(key);
  };
  /** Returns the page cache of a list and its input, such as the project; drops the least recently used one beyond the limit. */
  const cacheOf = (endpoint: ListEndpoint, input: unknown): PageCache<unknown> => {
    const { path } = endpoint;
    const key = `${path} ${JSON.stringify(input)}`;
    const keys = [...caches.keys()];
    // Caches of the same list that were not used since this one: their rows are no longer shown.
    const stale = keys
      .slice(0, caches.has(key) ? keys.indexOf(key) : keys.length)
      .filter((other) => other.startsWith(`${path} `));
    const cache = caches.get(key) ?? newCache(endpoint);
    caches.delete(key);
    caches.set(key, cache);
    for (const oldest of caches.keys()) {
      if (caches.size <= MAX_CACHES) break;
      forget(oldest);
    }
    cache.makeRoom = () => stale.splice(0).map(forget).length > 0;
    return cache.pages;
  };
  const newCache = ({ path, answer }: ListEndpoint): ListCache => {
    const memory = openMemory(path);
    const cache: ListCache = {
      memory,
      makeRoom: () => false,
      pages: createPageCache<z.ZodType>(
        answer.of,
        { ...memory, take: (bytes) => memory.take(bytes) || (cache.makeRoom() && memory.take(bytes)) },
        (text) => hideToken(text, connection.token),
      ),
    };
    return cache;
  };

  /** Sends a request: reads and, unless the connection is read-only, writes. The only function that does. */
  async function send<Value>(
    endpoint: Endpoint,
    input: unknown,
    paging: Paging | null,
    intake: Intake<Value>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<Value, ServiceError>> {
    const isWrite = isWriting(endpoint);
    if (isWrite && connection.readOnly) return failed({ kind: 'read-only', reached: 'no' });
    const { token } = connection;
    if (token === null || !canBeSent(token)) return failed({ kind: 'no-token', reached: 'no' });
    if (base === null)
      return failed({ kind: 'unreachable', why: 'other', where: 'the configured address', reached: 'no' });
    if (base.protocol === 'http:' && !connection.allowPlainHttp && !isThisMachine(base.hostname))
      return failed({ kind: 'plain-http', where: base.host, reached: 'no' });
    const request = makeRequest(base, endpoint, input, paging);
    if (!request.ok) return failed({ kind: 'refused', status: 422, said: null, fields: request.error, reached: 'no' });
    const sendOptions = {
      token,
      timeoutMs: connection.timeoutMs,
      signal,
      now,
      onRequest: options.onRequest ?? (() => undefined),
    };
    const answer = await sendRequest(request.value, sendOptions, intake);
    if (!answer.ok) return answer;
    if (answer.value.kind === 'success') return { ok: true, value: answer.value.value };
    return failed(httpError(answer.value, isWrite, token, now()));
  }

  // The answer's type follows from the endpoint's name, in the type and at run time; the compiler can't connect them.
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
    // No second copy of a secret (sections 2.1 and 2.3) is kept.
    const isSecret = expected.kind === 'one' && expected.secret !== undefined;
    return { ok: true, value: { value: read.data, raw: isSecret ? null : jsonText(answer.value) } };
  }

  async function list<Of extends ListEndpoint>(
    endpoint: Of,
    input: CallInput<Of>,
    options?: RowsOptions<RowOf<Of>>,
  ): Promise<Outcome<WholeList<RowOf<Of>>, ServiceError>>;
  async function list(
    endpoint: ListEndpoint,
    input: unknown,
    options: RowsOptions<unknown> = {},
  ): Promise<Outcome<WholeList<unknown>, ServiceError>> {
    return readWholeList({
      cache: cacheOf(endpoint, input),
      limit: 'limit' in endpoint.query.shape ? pageSize : null,
      maxPages: connection.maxPages,
      send: (paging, intake) => send(endpoint, input, paging, intake, options.signal),
      onLimitRefused: () => {
        pageSize = null;
      },
      onPage: options.onPage,
      enough: options.enough,
    });
  }

  return { call, list };
}

function failed(error: ServiceError): { readonly ok: false; readonly error: ServiceError } {
  return { ok: false, error };
}

/** Whether an operation is a write: all but reads. */
function isWriting(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET';
}

/** Whether a token fits in a header: visible ASCII without blanks (section 5). */
function canBeSent(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** Whether a host is a loopback address, as URLs write it. */
function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
