import type * as z from 'zod';
import type { CallInput, Endpoint, ListEndpoint } from '../contract/endpoint.ts';
import { type CallOutput, type EndpointName, type Endpoints, endpoints } from '../contract/endpoints.ts';
import { jsonText } from '../lib/sanitize.ts';
import { sendRequest } from './fetch.ts';
import { httpError } from './http-error.ts';
import { type Intake, intakeOfNothing, intakeOfOne, unreadable } from './json-body.ts';
import { readWholeList } from './list-pages.ts';
import { hideToken, type RequestLogEntry } from './log-entry.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import { makeRequest, type Paging, readBase } from './request.ts';
import type { Outcome, ServiceError, WholeList } from './result.ts';
import { createRowBudget, type MemoryShare } from './row-budget.ts';
import { whyUnreadable } from './rows.ts';

/** How to reach a service, and what is allowed there. */
export type Connection = {
  /** Every path starts with /v2 below it; a path prefix is kept. */
  readonly baseUrl: string;
  /** An access token or API key (section 5). With null every call ends with `no-token`, without a request. */
  readonly token: string | null;
  /** Whether the token may go over plain http to another machine; to this machine it always may. */
  readonly allowPlainHttp: boolean;
  /** Whether everything but reading ends with `read-only`, without a request. */
  readonly readOnly: boolean;
  /** Milliseconds for one request, from its start to the end of its answer. */
  readonly timeoutMs: number;
  /** The `limit` parameter of lists that take one; null sends none. */
  readonly pageSize: number | null;
  /** Where a list ends with a warning when its pages don't. */
  readonly maxPages: number;
};

/** What tests and a request log put in: a listener for each request, and the time in milliseconds since 1970. */
export type ClientOptions = { readonly onRequest?: (entry: RequestLogEntry) => void; readonly now?: () => number };

type EndpointsAnswering<Kind extends string> = {
  [Name in EndpointName]: Endpoints[Name]['answer'] extends { readonly kind: Kind } ? Name : never;
}[EndpointName];

/** Operations that answer with one thing, or with nothing. */
export type OneCall = EndpointsAnswering<'one' | 'nothing'>;
/** A row of a list. */
export type RowOf<Of extends ListEndpoint> = z.output<Of['answer']['of']>;

/** One thing as the service answered it, and its JSON text made safe to print; none of a secret and of nothing. */
export type ReceivedValue<Name extends OneCall> = {
  readonly value: CallOutput<Name>;
  readonly raw: Endpoints[Name]['answer'] extends { readonly kind: 'nothing' } | { readonly secret: string }
    ? null
    : string;
};

/** The paths of all lists: each has memory of its own. */
const LISTS = Object.values(endpoints).flatMap(({ path, answer }) =>
  answer.kind === 'list' || answer.kind === 'pages' ? [path] : [],
);

/** Lists whose last reading is remembered: those of a few projects. */
const MAX_READERS = 40;

/** A reader with its share of the room; `makeRoom` lets go of what others hold in vain, and tells whether there was any. */
type ListCache = { readonly pages: PageCache<unknown>; readonly memory: MemoryShare; makeRoom: () => boolean };

export type CallOptions = { readonly signal?: AbortSignal };
export type ListOptions = CallOptions & {
  readonly onPage?: (progress: { readonly pages: number; readonly rows: number }) => void;
};

/** The whole interface (section 4) over one connection. Nothing is thrown for what a service or network does. */
export type Client = {
  /** One request, sent once. */
  readonly call: <Name extends OneCall>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
    options?: CallOptions,
  ) => Promise<Outcome<ReceivedValue<Name>, ServiceError>>;
  /** All pages of a list, or an error: never half a list. */
  readonly list: <Of extends ListEndpoint>(
    endpoint: Of,
    input: CallInput<Of>,
    options?: ListOptions,
  ) => Promise<Outcome<WholeList<RowOf<Of>>, ServiceError>>;
};

/** A client for one connection. Only `ask` lets requests out; see there for what is held back. */
export function createClient(connection: Connection, options: ClientOptions = {}): Client {
  const now = options.now ?? Date.now;
  const base = readBase(connection.baseUrl);
  /** Once a service has refused the page size and been fine without, it is not sent again. */
  let pageSize = connection.pageSize;
  const room = createRowBudget(LISTS);
  const readers = new Map<string, ListCache>();
  const forget = (key: string): void => {
    readers.get(key)?.memory.leave();
    readers.delete(key);
  };
  /** A reader for each list and what was asked of it, such as its project; the one that was not used for longest goes first. */
  const readerOf = (endpoint: ListEndpoint, input: unknown): PageCache<unknown> => {
    const { path } = endpoint;
    const key = `${path} ${JSON.stringify(input)}`;
    const keys = [...readers.keys()];
    // Those of the same list that were not asked for since this one was: what they hold is no longer shown.
    const stale = keys
      .slice(0, readers.has(key) ? keys.indexOf(key) : keys.length)
      .filter((one) => one.startsWith(`${path} `));
    const kept = readers.get(key) ?? newReader(endpoint);
    readers.delete(key);
    readers.set(key, kept);
    for (const oldest of readers.keys()) {
      if (readers.size <= MAX_READERS) break;
      forget(oldest);
    }
    kept.makeRoom = () => stale.splice(0).map(forget).length > 0;
    return kept.pages;
  };
  const newReader = ({ path, answer }: ListEndpoint): ListCache => {
    const memory = room(path);
    const kept: ListCache = {
      memory,
      makeRoom: () => false,
      pages: createPageCache<z.ZodType>(
        answer.of,
        { ...memory, take: (bytes) => memory.take(bytes) || (kept.makeRoom() && memory.take(bytes)) },
        (text) => hideToken(text, connection.token),
      ),
    };
    return kept;
  };

  /** The one place where requests leave: reads and, unless the connection is read-only, writes. */
  async function ask<Value>(
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
    const line = {
      token,
      timeoutMs: connection.timeoutMs,
      signal,
      now,
      onRequest: options.onRequest ?? (() => undefined),
    };
    const answer = await sendRequest(request.value, line, intake);
    if (!answer.ok) return answer;
    if (answer.value.kind === 'success') return { ok: true, value: answer.value.value };
    return failed(httpError(answer.value, isWrite, token, now()));
  }

  // What an endpoint answers is looked up by its name, in the type as in the program; the compiler can't follow.
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
    const answer = await ask(endpoints[name], input, null, intake, options.signal);
    if (!answer.ok) return answer;
    if (expected.kind === 'nothing') return { ok: true, value: { value: undefined, raw: null } };
    const read = expected.of.safeParse(answer.value);
    if (!read.success)
      return failed(unreadable({ page: false, why: whyUnreadable(read.error) }, isWriting(endpoints[name])));
    // Of a secret (sections 2.1 and 2.3) no second copy is kept.
    const isSecret = expected.kind === 'one' && expected.secret !== undefined;
    return { ok: true, value: { value: read.data, raw: isSecret ? null : jsonText(answer.value) } };
  }

  async function list<Of extends ListEndpoint>(
    endpoint: Of,
    input: CallInput<Of>,
    options?: ListOptions,
  ): Promise<Outcome<WholeList<RowOf<Of>>, ServiceError>>;
  async function list(
    endpoint: ListEndpoint,
    input: unknown,
    options: ListOptions = {},
  ): Promise<Outcome<WholeList<unknown>, ServiceError>> {
    return readWholeList({
      reader: readerOf(endpoint, input),
      limit: 'limit' in endpoint.query.shape ? pageSize : null,
      maxPages: connection.maxPages,
      ask: (paging, intake) => ask(endpoint, input, paging, intake, options.signal),
      onLimitRefused: () => {
        pageSize = null;
      },
      onPage: options.onPage,
    });
  }

  return { call, list };
}

function failed(error: ServiceError): { readonly ok: false; readonly error: ServiceError } {
  return { ok: false, error };
}

/** Everything but reading may change something. */
function isWriting(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET';
}

/** A token goes into a header: visible ASCII without blanks (section 5). Anything else can't be sent, nor be right. */
function canBeSent(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** Loopback addresses, as a URL writes them. */
function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
