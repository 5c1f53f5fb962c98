import { createServer } from 'node:http';
import { listenOnLoopback } from '../driver/loopback.ts';
import { instead, padded, page, rewritten, sentOn, sentRound } from './faults.ts';
import {
  type Apply,
  DONE,
  DONE_BUT_UNREAD,
  FAILS,
  type FaultRow,
  FITS,
  KEPT_BACK,
  NOT_SENT,
  onWire,
  PERHAPS,
} from './table-row.ts';

const STALE = { header: 'stale', pane: 'not refreshed' } as const;
const LIVE = { header: 'live', pane: null, hint: null } as const;
const BIDS = /^\/v2\/spot\/bids/;
const MEGABYTE = 1024 * 1024;

const unread = (why: string) => ({ ...STALE, hint: `The response could not be read: ${why}.` });

/** Redirects requests to a second service on this machine, and checks that it never got one. */
const away: Apply = async ({ wire }, injected) => {
  let came = 0;
  const server = createServer((_, response) => {
    came += 1;
    response.end('[]');
  });
  const port = await listenOnLoopback(server);
  wire.fault(
    sentOn(302, (path) => `http://127.0.0.1:${port}${path}`),
    injected,
  );
  return async () => {
    wire.fault(null);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (came > 0) throw new Error('The token was carried to another service.');
  };
};

/** Responses with the wrong content. */
export const answers: readonly FaultRow[] = [
  {
    id: 'truncated',
    what: 'JSON that ends too early',
    apply: onWire(rewritten((text) => text.slice(0, Math.ceil(text.length * 0.7)) || '{"fid":')),
    sees: unread('it is not JSON'),
    ...FAILS,
    write: DONE_BUT_UNREAD,
  },
  {
    id: 'corrupt',
    what: 'JSON with damage in it',
    apply: onWire(rewritten((text) => `${text.slice(0, 20)}\u0000\ufffd]]${text.slice(24)}`)),
    sees: unread('it is not JSON'),
    ...FAILS,
    write: DONE_BUT_UNREAD,
  },
  {
    id: 'page',
    what: 'a web page with status 200',
    apply: onWire(page(200, 'Sign in to the hotel')),
    sees: unread('it is a web page instead of data, so a proxy or a login page may be in between'),
    ...FAILS,
    write: PERHAPS,
  },
  {
    id: 'empty',
    what: 'an empty answer with status 200',
    apply: onWire(rewritten(() => '')),
    sees: unread('it is empty'),
    ...FAILS,
    write: DONE_BUT_UNREAD,
  },
  {
    id: 'other-json',
    what: 'JSON of something else with status 200',
    apply: onWire(rewritten(() => '{"status":"ok"}')),
    sees: unread('it is not a list'),
    ...FAILS,
    write: DONE_BUT_UNREAD,
  },
  {
    id: 'content-type',
    what: 'the right answer with the wrong content type',
    apply: onWire(rewritten((text) => text, { 'content-type': 'application/octet-stream' })),
    sees: LIVE,
    ...FITS,
    write: DONE,
  },
  {
    id: '50-megabytes',
    what: 'an answer of 50 MB',
    apply: onWire(padded(50 * MEGABYTE)),
    only: BIDS,
    sees: LIVE,
    ...FITS,
    write: null,
  },
  {
    id: 'too-long',
    what: 'an answer of more than 64 MiB',
    apply: onWire(padded(64 * MEGABYTE)),
    only: BIDS,
    sees: unread('it is longer than 64 MiB'),
    ...FAILS,
    write: null,
  },
  {
    id: 'redirect',
    what: 'sent on to another path of the same service',
    apply: onWire(sentRound(307)),
    sees: LIVE,
    ...FITS,
    requests: 2,
    write: KEPT_BACK,
  },
  {
    id: 'redirect-away',
    what: 'sent on to another service',
    apply: away,
    sees: { ...STALE, hint: 'The service redirected the request to http://127.0.0.1:' },
    tells: 'The service redirected the request to another address, which is named. The token is not sent there.',
    ...FAILS,
    write: KEPT_BACK,
  },
  {
    id: 'redirect-loop',
    what: 'sent on in a circle',
    apply: onWire(sentOn(308, (path) => path)),
    sees: { ...STALE, hint: 'The service redirected the request to http://HOST/v2/' },
    tells: 'The service redirected the request to its own address, which is named.',
    ...FAILS,
    requests: 6,
    write: KEPT_BACK,
  },
  {
    id: 'redirect-nowhere',
    what: 'sent on without an address',
    apply: onWire(instead(301, '')),
    sees: unread('it is a redirect without a target'),
    ...FAILS,
    write: NOT_SENT,
  },
];
