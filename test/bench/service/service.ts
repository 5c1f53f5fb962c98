import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type FleetSize, makeFleet, type Row } from './fleet.ts';
import { createListing, delivered, type Entry, type Listing, listRules } from './listing.ts';

/** Rows changed by each whole read, and the round trip in milliseconds. */
export type ServiceArguments = FleetSize & { readonly changes: number; readonly latency: number };

/**
 * A service on loopback that answers from memory, so that only the console costs: `node service.ts CONDITIONS`, JSON of
 * fleet and conditions. Prints its address. Each whole read changes `changes` rows. Answers begin after `latency`
 * milliseconds, half each way; a new connection costs one more round trip. `/control` is neither delayed nor counted.
 */
const { changes, latency, ...size }: ServiceArguments = JSON.parse(process.argv[2] ?? '');
/** As load balancers do, longer than any poll's interval. */
const KEEP_ALIVE_MS = 60_000;

const fleet = makeFleet(size);
const lists: Readonly<Record<string, Listing>> = {
  bids: createListing(fleet.bids, listRules.bids),
  instances: createListing(fleet.instances, listRules.instances),
};
const CHANGING = {
  bids: { rows: fleet.bids, statuses: ['Open', 'Allocated', 'Paused'] },
  instances: { rows: fleet.instances, statuses: ['STATUS_RUNNING', 'STATUS_STARTING'] },
};

/** Without pages. */
const WHOLE: Readonly<Record<string, readonly unknown[]>> = { volumes: fleet.volumes, 'ssh-keys': fleet.sshKeys };

/** In milliseconds since 1970. */
const requests: number[] = [];
/** One of `each` is refused, for some seconds; 0 for none. */
let refusals = { each: 0, retryAfter: 0 };
let turn = 0;

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

const without = (status: number, text: string): Answer => ({ status, text, entries: [] });

function answerTo({ pathname, searchParams }: URL): Answer {
  const last = pathname.split('/').at(-1) ?? '';
  const name = last === 'bids' || last === 'instances' ? last : null;
  const listing = name === null ? undefined : lists[name];
  if (name === null || listing === undefined) return without(200, JSON.stringify(WHOLE[last] ?? []));
  const isWholeRead = ![...searchParams.keys()].some((key) => key !== 'project' && key !== 'limit');
  if (isWholeRead) changeSome(listing, CHANGING[name]);
  const page = listing.page(searchParams);
  if (!('refused' in page)) return { status: 200, text: page.text, entries: page.entries };
  const problem = { loc: ['query', page.refused], msg: 'Input is not permitted', type: 'value_error' };
  return without(422, JSON.stringify({ detail: [problem] }));
}

/**
 * Times of requests; ages of rows since their newest delivered answer; a change; its first delivery; and refusals from
 * now on.
 */
function control({ pathname, searchParams }: URL): unknown {
  const given = (name: string): string => searchParams.get(name) ?? '';
  switch (pathname) {
    case '/control/requests':
      return requests;
    case '/control/refuse':
      refusals = { each: Number(given('each')), retryAfter: Number(given('retryAfter')) };
      return null;
    case '/control/forget':
      for (const listing of Object.values(lists)) listing.forget();
      return null;
  }
  const listing = lists[given('list')];
  const now = Date.now();
  switch (pathname) {
    case '/control/ages':
      return searchParams.getAll('name').map((name) => {
        const asOf = listing?.entry(name)?.deliveredAsOf ?? 0;
        return asOf === 0 ? null : now - asOf;
      });
    case '/control/delivered':
      return listing?.entry(given('name'))?.changeDeliveredAt ?? null;
    case '/control/change':
      return listing?.change(given('name'), { [given('member')]: given('value') }) ? now : null;
    default:
      return null;
  }
}

const connected = new WeakSet<Socket>();

function deliver(response: ServerResponse, { status, text, entries }: Answer, asOf: number): void {
  if (response.destroyed) return;
  delivered(entries, asOf);
  const { retryAfter } = refusals;
  const waits = status === 429 && retryAfter > 0 ? { 'retry-after': String(retryAfter) } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...waits }).end(text);
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname.startsWith('/control/')) {
    response.end(JSON.stringify(control(url)));
    return;
  }
  requests.push(Date.now());
  const isRefused = refusals.each > 0 && requests.length % refusals.each === 0;
  const handshake = connected.has(request.socket) ? 0 : latency;
  connected.add(request.socket);
  after(handshake + latency / 2, () => {
    const asOf = Date.now();
    const answer = isRefused ? without(429, '{"detail":"Too many requests"}') : answerTo(url);
    after(latency / 2, () => deliver(response, answer, asOf));
  });
});
server.keepAliveTimeout = KEEP_ALIVE_MS;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}\n`);
});
