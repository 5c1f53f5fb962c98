import { page, refuses } from './faults.ts';
import { type FaultRow, KEPT_BACK, onWire, PERHAPS } from './table-row.ts';

const STALE = { header: 'stale', pane: 'not refreshed' } as const;

/** An error status with the service's reason, and how the screen says it. */
const refused = (status: number, said: string, hint: string, more: Partial<FaultRow> = {}): FaultRow => ({
  id: String(status),
  what: `status ${status}`,
  apply: onWire(refuses(status, said)),
  sees: { ...STALE, hint: `${hint}: ${said}.` },
  recovers: 'by itself',
  rows: 'stay',
  write: status >= 500 ? PERHAPS : KEPT_BACK,
  ...more,
});

const WAIT_MS = 20_000;
/** The service says how long to wait. */
const waiting = { recovers: 'after the wait', waitMs: WAIT_MS } as const;
const inSeconds = { 'retry-after': String(WAIT_MS / 1000) };

const REFUSED = 'The service refused the request';
const FORBIDDEN = 'The token is not allowed to do this';
const FEWER = 'The service asks for fewer requests';
const unread = (header: string, hint: string) => ({ sees: { header, pane: 'not refreshed', hint } });

/** Refusals of the service or a proxy (section 7). */
export const refusals: readonly FaultRow[] = [
  refused(400, 'Bad project', REFUSED, { requests: 2 }),
  refused(401, 'Invalid credentials', '', {
    ...unread(
      'signed out',
      'The service did not accept the token: Invalid credentials. Press P to sign in with another token.',
    ),
    recovers: 'with a token',
  }),
  refused(403, 'Not your project', '', unread('no access', `${FORBIDDEN}: Not your project.`)),
  refused(403, 'Not your bids', '', {
    id: '403-one',
    what: 'status 403 for one list',
    only: /spot\/bids/,
    ...unread('no access to 1 list', `${FORBIDDEN}: Not your bids.`),
  }),
  refused(404, 'No such thing', 'The service did not find what was asked for', {
    write: { told: 'refused', deletion: 'done', carriedOut: [false] },
  }),
  refused(409, 'Busy', 'The service cannot do this in the current state'),
  refused(413, 'Too large', REFUSED),
  refused(422, 'Not that one', REFUSED, { requests: 2 }),
  refused(429, 'Slow down', FEWER, { requests: 2, pagesAgainMs: 450 }),
  refused(429, 'Slow down', FEWER, {
    id: '429-seconds',
    what: 'status 429 with Retry-After in seconds',
    apply: onWire(refuses(429, 'Slow down', inSeconds)),
    ...waiting,
  }),
  refused(429, 'Slow down', FEWER, {
    id: '429-date',
    what: 'status 429 with Retry-After as a date',
    apply: async ({ wire, clock }, injected) => {
      const until = (): string => new Date(clock.now() + WAIT_MS).toUTCString();
      wire.fault((struck) => refuses(429, 'Slow down', { 'retry-after': until() })(struck), injected);
      return async () => wire.fault(null);
    },
    ...waiting,
  }),
  refused(500, 'Oops', 'The service failed (status 500)'),
  refused(502, '', '', {
    what: 'status 502 with a page from a proxy',
    apply: onWire(page(502, 'Bad Gateway')),
    sees: { ...STALE, hint: 'The service failed (status 502): Bad Gateway.' },
  }),
  refused(503, 'Starting', 'The service failed (status 503)'),
  refused(503, 'Maintenance', 'The service failed (status 503)', {
    id: '503-seconds',
    what: 'status 503 with Retry-After',
    apply: onWire(refuses(503, 'Maintenance', inSeconds)),
    ...waiting,
  }),
  refused(504, 'Upstream is late', 'The service failed (status 504)'),
];
