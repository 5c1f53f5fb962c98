import { page, refuses } from './faults.ts';
import { type FaultRow, onWire } from './table-row.ts';

const STALE = { header: 'stale', pane: 'not refreshed' } as const;
const KEPT_BACK = { told: 'refused', carriedOut: [false] } as const;
const PERHAPS = { told: 'unknown', carriedOut: [false, true] } as const;

type Refusal = Pick<FaultRow, 'id' | 'what'> & { readonly said: string } & Partial<FaultRow>;

/** Error status with the service's reason. */
function refused(status: number, { said, ...row }: Refusal, headers: Readonly<Record<string, string>> = {}): FaultRow {
  return {
    apply: onWire(refuses(status, said, headers)),
    sees: { ...STALE, hint: '' },
    recovers: 'by itself',
    rows: 'stay',
    write: status >= 500 ? PERHAPS : KEPT_BACK,
    ...row,
  };
}

const WAIT_MS = 20_000;

/** Refusals of the service or a proxy (section 7). */
export const refusals: readonly FaultRow[] = [
  refused(400, {
    id: '400',
    what: 'status 400',
    said: 'Bad project',
    sees: { ...STALE, hint: 'The service refused the request: Bad project.' },
    requests: 2,
  }),
  refused(401, {
    id: '401',
    what: 'status 401',
    said: 'Invalid credentials',
    sees: {
      header: 'signed out',
      pane: 'not refreshed',
      hint: 'The service did not accept the token: Invalid credentials. Press P to sign in with another token.',
    },
    recovers: 'with a token',
  }),
  refused(403, {
    id: '403',
    what: 'status 403',
    said: 'Not your project',
    sees: {
      header: 'no access',
      pane: 'not refreshed',
      hint: 'The token is not allowed to do this: Not your project.',
    },
  }),
  refused(403, {
    id: '403-one',
    what: 'status 403 for one list',
    said: 'Not your bids',
    only: /spot\/bids/,
    sees: {
      header: 'no access to 1 list',
      pane: 'not refreshed',
      hint: 'The token is not allowed to do this: Not your bids.',
    },
  }),
  refused(404, {
    id: '404',
    what: 'status 404',
    said: 'No such thing',
    sees: { ...STALE, hint: 'The service did not find what was asked for: No such thing.' },
    write: { told: 'refused', deletion: 'done', carriedOut: [false] },
  }),
  refused(409, {
    id: '409',
    what: 'status 409',
    said: 'Busy',
    sees: { ...STALE, hint: 'The service cannot do this in the current state: Busy.' },
  }),
  refused(413, {
    id: '413',
    what: 'status 413',
    said: 'Too large',
    sees: { ...STALE, hint: 'The service refused the request: Too large.' },
  }),
  refused(422, {
    id: '422',
    what: 'status 422',
    said: 'Not that one',
    sees: { ...STALE, hint: 'The service refused the request: Not that one.' },
    requests: 2,
  }),
  refused(429, {
    id: '429',
    what: 'status 429',
    said: 'Slow down',
    sees: { ...STALE, hint: 'The service asks for fewer requests: Slow down.' },
    requests: 2,
    pagesAgainMs: 450,
  }),
  refused(
    429,
    {
      id: '429-seconds',
      what: 'status 429 with Retry-After in seconds',
      said: 'Slow down',
      sees: { ...STALE, hint: 'The service asks for fewer requests: Slow down.' },
      recovers: 'after the wait',
      waitMs: WAIT_MS,
    },
    { 'retry-after': String(WAIT_MS / 1000) },
  ),
  refused(429, {
    id: '429-date',
    what: 'status 429 with Retry-After as a date',
    said: 'Slow down',
    apply: async ({ wire, clock }, injected) => {
      const until = (): string => new Date(clock.now() + WAIT_MS).toUTCString();
      wire.fault((struck) => refuses(429, 'Slow down', { 'retry-after': until() })(struck), injected);
      return async () => wire.fault(null);
    },
    sees: { ...STALE, hint: 'The service asks for fewer requests: Slow down.' },
    recovers: 'after the wait',
    waitMs: WAIT_MS,
  }),
  refused(500, {
    id: '500',
    what: 'status 500',
    said: 'Oops',
    sees: { ...STALE, hint: 'The service failed (status 500): Oops.' },
  }),
  {
    id: '502',
    what: 'status 502 with a page from a proxy',
    apply: onWire(page(502, 'Bad Gateway')),
    sees: { ...STALE, hint: 'The service failed (status 502): Bad Gateway.' },
    recovers: 'by itself',
    rows: 'stay',
    write: PERHAPS,
  },
  refused(503, {
    id: '503',
    what: 'status 503',
    said: 'Starting',
    sees: { ...STALE, hint: 'The service failed (status 503): Starting.' },
  }),
  refused(
    503,
    {
      id: '503-seconds',
      what: 'status 503 with Retry-After',
      said: 'Maintenance',
      sees: { ...STALE, hint: 'The service failed (status 503): Maintenance.' },
      recovers: 'after the wait',
      waitMs: WAIT_MS,
    },
    { 'retry-after': String(WAIT_MS / 1000) },
  ),
  refused(504, {
    id: '504',
    what: 'status 504',
    said: 'Upstream is late',
    sees: { ...STALE, hint: 'The service failed (status 504): Upstream is late.' },
  }),
];
