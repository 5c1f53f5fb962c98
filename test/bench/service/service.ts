import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { makeFleet, type Row } from './fleet.ts';
import { createListing, type Entry, type Listing } from './listing.ts';

/**
 * A service over loopback that answers lists from memory, so that the console is measured and not the service:
 * `node service.ts BIDS LIVE_BIDS INSTANCES CHANGES LATENCY [SSH_ADDRESS]`. It prints its address.
 *
 * Each whole read of a list changes CHANGES rows. An answer begins LATENCY milliseconds after its request, half of them on
 * the way there and half on the way back, for any number of requests at once; a new connection costs one round trip more.
 * Requests under `/control` are neither delayed nor counted.
 */
const [bids = 0, liveBids = 0, instances = 0, changes = 0, latency = 0] = process.argv.slice(2).map(Number);
const address = process.argv[7];
/** Idle time after which a connection is closed: as load balancers do, longer than the interval of any poll. */
const KEEP_ALIVE_MS = 60_000;

const SHARED = { region: 'region', instance_type: 'instance_type' };
const fleet = makeFleet({ bids, liveBids, instances, address });
const lists: Readonly<Record<string, Listing>> = {
  bids: createListing(fleet.bids, {
    filters: { ...SHARED, status: 'status' },
    anyOf: {},
    orders: { created_at: 'created_at', status: 'status' },
  }),
  instances: createListing(fleet.instances, {
    filters: SHARED,
    anyOf: { bid_fid_in: 'bid', reservation_fid_in: 'reservation' },
    orders: { created_at: 'created_at', instance_status: 'status', instance_type_fid: 'instance_type' },
  }),
};
const CHANGING = {
  bids: { rows: fleet.bids, statuses: ['Open', 'Allocated', 'Paused'] },
  instances: { rows: fleet.instances, statuses: ['STATUS_RUNNING', 'STATUS_STARTING'] },
};

let requests = 0;
let turn = 0;

/** Gives some rows of a list another status. */
function changeSome(listing: Listing, { rows, statuses }: { rows: readonly Row[]; statuses: readonly string[] }): void {
  for (let n = 0; n < changes; n++) {
    turn += 1;
    const row = rows[(turn * 97) % rows.length];
    const status = statuses[turn % statuses.length];
    if (row !== undefined && status !== undefined) listing.change(row.name, { status });
  }
}

const after = (ms: number, run: () => void): void => void (ms > 0 ? setTimeout(run, ms) : run());

type Answer = { readonly status: number; readonly text: string; readonly entries: readonly Entry[] };

function answerTo({ pathname, searchParams }: URL): Answer {
  const name = pathname.endsWith('/bids') ? 'bids' : pathname.endsWith('/instances') ? 'instances' : null;
  const listing = name === null ? undefined : lists[name];
  if (name === null || listing === undefined) return { status: 200, text: '[]', entries: [] };
  const isWholeRead = ![...searchParams.keys()].some((key) => key !== 'project' && key !== 'limit');
  if (isWholeRead) changeSome(listing, CHANGING[name]);
  const page = listing.page(searchParams);
  if (!('refused' in page)) return { status: 200, text: page.text, entries: page.entries };
  const problem = { loc: ['query', page.refused], msg: 'Input is not permitted', type: 'value_error' };
  return { status: 422, text: JSON.stringify({ detail: [problem] }), entries: [] };
}

/**
 * Answers of the control endpoint: the number of requests so far; the age of rows, that is the time since the newest
 * delivered answer with the row was written; and a change of a row, with its time.
 */
function control({ pathname, searchParams }: URL): unknown {
  if (pathname === '/control/requests') return requests;
  const listing = lists[searchParams.get('list') ?? ''];
  if (listing === undefined) return null;
  const now = Date.now();
  if (pathname === '/control/ages') {
    return searchParams.getAll('name').map((name) => now - (listing.entry(name)?.deliveredAsOf ?? 0));
  }
  const member = searchParams.get('member') ?? '';
  return listing.change(searchParams.get('name') ?? '', { [member]: searchParams.get('value') }) ? now : null;
}

const connected = new WeakSet<Socket>();

function deliver(response: ServerResponse, { status, text, entries }: Answer, asOf: number): void {
  if (response.destroyed) return;
  for (const entry of entries) entry.deliveredAsOf = Math.max(entry.deliveredAsOf, asOf);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname.startsWith('/control/')) {
    response.end(JSON.stringify(control(url)));
    return;
  }
  requests += 1;
  const handshake = connected.has(request.socket) ? 0 : latency;
  connected.add(request.socket);
  after(handshake + latency / 2, () => {
    const asOf = Date.now();
    const answer = answerTo(url);
    after(latency / 2, () => deliver(response, answer, asOf));
  });
});
server.keepAliveTimeout = KEEP_ALIVE_MS;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}\n`);
});
