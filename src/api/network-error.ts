import type { ConnectFault, Delivery, ServiceError, UsedProxy } from './result.ts';

type Trace = { readonly codes: readonly string[]; readonly connecting: boolean };

const REFUSED = new Set(['ECONNREFUSED']);
const NO_ROUTE = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']);
const CONNECT_TIMEOUT = new Set(['UND_ERR_CONNECT_TIMEOUT']);
const RESET = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);
const NAME = /^(ENOTFOUND|EAI_)/;
/**
 * Certificate rejected, or no TLS: nothing was sent yet. Alerts (ERR_SSL_…_ALERT_…) may come later, so are not here.
 */
const BEFORE_REQUEST: readonly (readonly [RegExp, ConnectFault])[] = [
  [/^CERT_HAS_EXPIRED$/, 'certificate-expired'],
  [/^CERT_NOT_YET_VALID$/, 'certificate-too-new'],
  [/^ERR_TLS_CERT_ALTNAME_|HOSTNAME_MISMATCH/, 'certificate-name'],
  [
    /^(?!ERR_SSL_).*(?:SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|CERT_UNTRUSTED|INVALID_CA)/,
    'certificate-authority',
  ],
  [/^(?!ERR_SSL_).*(?:CERT|UNABLE_TO_|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|CRL_)/, 'certificate'],
  [/^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/, 'not-https'],
  [/^ERR_SSL_UNSUPPORTED_PROTOCOL$/, 'tls'],
];
const TLS = /^(ERR_SSL_|ERR_TLS_|EPROTO$)/;
/** The proxy did not connect, or this Node can't use one. */
const PROXY = new Set(['PROXY_REFUSED', 'PROXY_UNUSABLE']);
const SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const NOT_HTTP = /^(HTTPParserError$|HPE_|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_INVALID_ARG$)/;
const BROKEN_BODY = /^(Z_|ERR_ZLIB|UND_ERR_RES_)/;

/**
 * Without the error's message: it may quote the request. Only a surely unsent write has `reached` 'no'; a read always.
 */
export function networkError(
  error: unknown,
  where: string,
  isWrite: boolean,
  tookMs: number,
  proxy: UsedProxy | null = null,
): ServiceError {
  const trace = traceOf(error);
  const lost: Delivery = isWrite ? 'maybe' : 'no';
  const has = (set: ReadonlySet<string>): boolean => trace.codes.some((code) => set.has(code));
  const like = (pattern: RegExp): boolean => trace.codes.some((code) => pattern.test(code));
  const unreachable = (why: ConnectFault, reached: Delivery): ServiceError => ({
    kind: 'unreachable',
    why,
    where,
    reached,
    ...(proxy === null ? {} : { proxy }),
  });
  if (has(PROXY)) return unreachable('proxy-refused', 'no');
  if (has(REFUSED)) return unreachable('refused', 'no');
  if (like(NAME)) return unreachable('name-unknown', 'no');
  if (has(CONNECT_TIMEOUT) || (trace.connecting && has(new Set(['ETIMEDOUT']))))
    return unreachable('connect-timeout', 'no');
  if (has(NO_ROUTE)) return unreachable('no-route', trace.connecting ? 'no' : lost);
  if (like(NOT_HTTP)) return { kind: 'unreadable-answer', why: 'it is not HTTP', reached: lost };
  if (like(BROKEN_BODY)) return { kind: 'unreadable-answer', why: 'it is damaged', reached: lost };
  if (has(SLOW)) return { kind: 'timeout', afterMs: tookMs, reached: lost };
  const early = BEFORE_REQUEST.find(([pattern]) => like(pattern));
  if (early !== undefined) return unreachable(early[1], 'no');
  if (like(TLS)) return unreachable('tls', lost);
  if (has(RESET) || has(new Set(['ETIMEDOUT']))) return unreachable('reset', lost);
  return unreachable('other', trace.connecting ? 'no' : lost);
}

/** Follows causes, and the errors of each address, to a limited depth. */
function traceOf(error: unknown): Trace {
  const codes: string[] = [];
  let connecting = false;
  const visit = (value: unknown, depth: number): void => {
    if (!(value instanceof Error) || depth > 6) return;
    codes.push(value.name);
    if ('code' in value && typeof value.code === 'string') codes.push(value.code);
    if ('syscall' in value && (value.syscall === 'connect' || value.syscall === 'getaddrinfo')) connecting = true;
    if (value instanceof AggregateError) for (const each of value.errors) visit(each, depth + 1);
    visit(value.cause, depth + 1);
  };
  visit(error, 0);
  return { codes, connecting };
}
