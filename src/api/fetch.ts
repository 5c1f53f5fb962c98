import type { Clock } from '../lib/clock.ts';
import { printableLine } from '../lib/sanitize.ts';
import { type BodyFault, bodyFault, gatherText, type Intake, unreadable } from './json-body.ts';
import { loggedAnswer, MAX_LOGGED, type RequestLogEntry, SECRET, shortError, withoutToken } from './log-entry.ts';
import { networkError } from './network-error.ts';
import type { ServiceRequest } from './request.ts';
import type { Delivery, Outcome, ServiceError, UsedProxy } from './result.ts';
import { loadTransport, type RequestTimeout, SINGLE_ATTEMPT, startTimeout } from './transport.ts';

export type HttpAnswer<Value> = { readonly kind: 'success'; readonly value: Value } | ErrorAnswer;

export type ErrorAnswer = {
  readonly kind: 'refused';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
};

export type SendOptions = {
  readonly token: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  readonly onRequest: (entry: RequestLogEntry) => void;
  readonly proxyFor: (url: URL) => UsedProxy | null;
};

const MAX_BYTES = 64 * 1024 * 1024;
/** One line of an error is shown. */
const MAX_ERROR_BYTES = 256 * 1024;
/** No HTTP header takes a longer token. Logged text is searched for it, then cut. */
const MAX_TOKEN = 3 * 16_384;
const MAX_REDIRECTS = 5;
const SEE_OTHER = 303;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, SEE_OTHER, 307, 308]);

/**
 * Sends one request and reads its answer into the intake. Reads follow redirects within the origin; the token goes
 * nowhere else (section 5). Never throws.
 */
export async function sendRequest<Value>(
  request: ServiceRequest,
  line: SendOptions,
  intake: Intake<Value>,
): Promise<Outcome<HttpAnswer<Value>, ServiceError>> {
  const timeout = startTimeout(line.timeoutMs, line.signal, line.clock);
  try {
    let url = request.url;
    for (let hops = 0; ; hops++) {
      const step = await sendOnce({ ...request, url }, line, timeout, intake);
      if (!step.ok) return step;
      if (step.value.kind === 'answer') return { ok: true, value: step.value.answer };
      const { to, status } = step.value;
      const isWrite = request.method !== 'GET';
      if (isWrite || to.origin !== url.origin || hops === MAX_REDIRECTS)
        return {
          ok: false,
          error: {
            kind: 'redirected',
            to: shownAddress(to),
            service: serviceAt(to, url),
            isWrite,
            // This status also leads from a done write to its result.
            reached: isWrite && status === SEE_OTHER ? 'maybe' : 'yes',
          },
        };
      url = to;
    }
  } finally {
    timeout.clear();
  }
}

type Step<Value> =
  | { readonly kind: 'answer'; readonly answer: HttpAnswer<Value> }
  | { readonly kind: 'redirect'; readonly to: URL; readonly status: number };

async function sendOnce<Value>(
  request: ServiceRequest,
  line: SendOptions,
  timeout: RequestTimeout,
  intake: Intake<Value>,
): Promise<Outcome<Step<Value>, ServiceError>> {
  const { method, url, body } = request;
  const isWrite = method !== 'GET';
  const startedAt = line.clock.now();
  const took = (): number => Math.max(0, line.clock.now() - startedAt);
  const log = (status: number | null, bytes: number, text: string, failure: ServiceError | null): void => {
    const mayHoldSecret = isWrite && SECRET.test(url.pathname);
    line.onRequest({
      method,
      path: withoutToken(url.pathname + url.search, line.token),
      status,
      startedAt,
      tookMs: took(),
      bytes,
      failure: failure === null ? null : shortError(failure),
      url: withoutToken(url.href, line.token),
      sent: body,
      answer: mayHoldSecret ? null : loggedAnswer(text, line.token),
    });
  };
  if (timeout.endedBy() === 'aborted') return { ok: false, error: { kind: 'aborted', reached: 'no' } };

  const failed = (error: unknown, reached: Delivery): ServiceError => {
    const ended = timeout.endedBy();
    if (ended === 'timeout') return { kind: 'timeout', afterMs: line.timeoutMs, reached };
    if (ended === 'aborted') return { kind: 'aborted', reached };
    return networkError(error, url.host, isWrite, took(), line.proxyFor(url));
  };

  const brokenOff = (end: ReadBody['end']): ServiceError | null => {
    if (end.kind === 'whole') return null;
    if (end.kind === 'enough') return unreadable(end.fault, isWrite);
    // A write with a status was carried out; an incomplete read changed nothing.
    if (!isWrite || timeout.endedBy() !== null) return failed(end.error, isWrite ? 'yes' : 'no');
    return { kind: 'unreadable-answer', why: 'it broke off', reached: 'yes' };
  };

  let response: Response;
  try {
    const { createFetch } = await loadTransport();
    response = await createFetch({ fetch: line.fetch }).raw(url.href, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${line.token}`,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      body,
      signal: timeout.signal,
      // A write is never sent twice, and the size of a body is limited here.
      ...SINGLE_ATTEMPT,
    });
  } catch (error) {
    const failure = failed(error, isWrite ? 'maybe' : 'no');
    log(null, 0, '', failure);
    return { ok: false, error: failure };
  }

  const { status } = response;
  if (REDIRECTS.has(status)) {
    await response.body?.cancel().catch(() => undefined);
    log(status, 0, '', null);
    const to = URL.parse(response.headers.get('location') ?? '', url.href);
    if (to === null || !response.headers.has('location'))
      return {
        ok: false,
        error: { kind: 'unreadable-answer', why: 'it is a redirect without a target', reached: 'yes' },
      };
    to.username = '';
    to.password = '';
    return { ok: true, value: { kind: 'redirect', to, status } };
  }

  if (status < 200 || status >= 300) {
    const text = gatherText(MAX_ERROR_BYTES);
    const { bytes } = await receive(response.body, MAX_ERROR_BYTES, text.push);
    log(status, bytes, text.gathered(), null);
    const retryAfter = response.headers.get('retry-after');
    const refused = { kind: 'refused', status, retryAfter, text: text.gathered() } as const;
    return { ok: true, value: { kind: 'answer', answer: refused } };
  }
  const logged = gatherText(MAX_LOGGED + MAX_TOKEN);
  const { bytes, end } = await receive(response.body, MAX_BYTES, (chunk) => {
    logged.push(chunk);
    return intake.push(chunk);
  });
  const failure = brokenOff(end);
  log(status, bytes, logged.gathered(), failure);
  if (failure !== null) return { ok: false, error: failure };
  const value = intake.end();
  if (!value.ok) return { ok: false, error: unreadable(value.error, isWrite) };
  return { ok: true, value: { kind: 'answer', answer: { kind: 'success', value: value.value } } };
}

type ReadBody = {
  readonly bytes: number;
  readonly end:
    | { readonly kind: 'whole' }
    | { readonly kind: 'enough'; readonly fault: BodyFault }
    | { readonly kind: 'broken'; readonly error: unknown };
};

/** Leaving the loop releases the connection. */
async function receive(
  body: Response['body'],
  max: number,
  push: (chunk: Uint8Array) => BodyFault | null,
): Promise<ReadBody> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      const fault = bytes > max ? bodyFault('it is longer than 64 MiB') : push(chunk);
      if (fault !== null) return { bytes, end: { kind: 'enough', fault } };
    }
    return { bytes, end: { kind: 'whole' } };
  } catch (error) {
    return { bytes, end: { kind: 'broken', error } };
  }
}

/** The service's address when a redirect keeps the path; else null. */
function serviceAt(to: URL, from: URL): string | null {
  const path = from.pathname.slice(Math.max(0, from.pathname.lastIndexOf('/v2/')));
  const isMoved = to.origin !== from.origin || to.pathname !== from.pathname;
  if (!isMoved || to.origin === 'null' || !to.pathname.endsWith(path)) return null;
  return shownAddress(new URL(to.pathname.slice(0, -path.length) || '/', to.origin)).replace(/\/+$/, '');
}

/** The query may hold a secret. */
function shownAddress(url: URL): string {
  return printableLine(url.origin === 'null' ? url.protocol : url.origin + url.pathname).slice(0, 200);
}
