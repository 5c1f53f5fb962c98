import * as z from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { once } from '../lib/memoize.ts';
import { identifierAsSent } from '../lib/sanitize.ts';
import type { FieldIssue, Outcome } from './result.ts';

export type ServiceRequest = {
  readonly method: Endpoint['method'];
  readonly url: URL;
  readonly body: string | null;
};

export type Paging = {
  /** `none` removes the caller's page size, too. */
  readonly limit: number | 'none' | null;
  readonly cursor: string | null;
};

const requestParts = once(() => z.object({ params: z.unknown(), query: z.unknown(), body: z.unknown() }).partial());

/** Without user name and password: the token is the only credential. */
export function readBase(text: string): URL | null {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url;
}

/** By the endpoint's schemas. Returns issues by field. */
export function makeRequest(
  base: URL,
  endpoint: Endpoint,
  input: unknown,
  paging: Paging | null,
): Outcome<ServiceRequest, readonly FieldIssue[]> {
  const parts = requestParts().safeParse(input);
  if (!parts.success) return { ok: false, error: issuesOf(parts.error) };
  const params = endpoint.params.safeParse(parts.data.params ?? {});
  const query = endpoint.query.safeParse(parts.data.query ?? {});
  const body = endpoint.body?.safeParse(parts.data.body) ?? null;
  const errors = [params.error, query.error, body?.error].filter((error) => error !== undefined);
  if (params.data === undefined || query.data === undefined || errors.length > 0)
    return { ok: false, error: errors.flatMap(issuesOf) };
  const path = fillPath(endpoint.path, params.data);
  if (!path.ok) return path;
  const url = new URL(base);
  url.pathname = base.pathname.replace(/\/+$/, '') + path.value;
  for (const [name, value] of Object.entries(query.data)) setQuery(url.searchParams, name, value);
  if (paging !== null) setPaging(url.searchParams, paging);
  return {
    ok: true,
    value: { method: endpoint.method, url, body: body === null ? null : JSON.stringify(asSent(body.data)) },
  };
}

/** Each identifier must stay one segment of the path. */
function fillPath(path: string, params: Readonly<Record<string, unknown>>): Outcome<string, readonly FieldIssue[]> {
  const wrong: FieldIssue[] = [];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fid = identifierAsSent(String(params[name]));
    // `.` and `..`, even escaped, would lead to another operation; half a character has no escape.
    if (fid === '.' || fid === '..' || !fid.isWellFormed())
      wrong.push({ path: [name], message: 'This identifier cannot be part of an address.' });
    return encodeURIComponent(fid.toWellFormed());
  });
  return wrong.length > 0 ? { ok: false, error: wrong } : { ok: true, value: filled };
}

/** All lists of a request are identifiers (sections 4.2 and 4.5), sent in the service's spelling. */
function asSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((fid: unknown) => (typeof fid === 'string' ? identifierAsSent(fid) : fid));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asSent(member)]));
}

/** Lists are joined by commas (section 4.5). */
function setQuery(query: URLSearchParams, name: string, value: unknown): void {
  const sent = asSent(value);
  if (sent !== null && sent !== undefined) query.set(name, Array.isArray(sent) ? sent.join(',') : String(sent));
}

function setPaging(query: URLSearchParams, { limit, cursor }: Paging): void {
  if (limit === 'none') query.delete('limit');
  else if (limit !== null && !query.has('limit')) query.set('limit', String(limit));
  if (cursor !== null) query.set('next_cursor', cursor);
}

/** The issues of a request's own schema, as those of the service. */
export function issuesOf(error: z.ZodError): readonly FieldIssue[] {
  return error.issues.map(({ path, message }) => ({
    path: path.filter((part) => typeof part !== 'symbol'),
    message,
  }));
}
