import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { networkError } from '../../src/api/network-error.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { BidFid } from '../../src/contract/fid.ts';
import { listenOnLoopback } from '../driver/loopback.ts';
import { always, connect, fetchNoting, QUERY, serve, stillClock, TOKEN } from './serving.ts';

const write = { params: { bid_fid: BidFid.parse('bid_1') }, body: { paused: true } };
/** Starts a server that runs a callback for every connection once bytes arrive on it. */
async function listen(onBytes: (socket: Socket) => void): Promise<AsyncDisposable & { readonly host: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => onBytes(socket));
  });
  const port = await listenOnLoopback(server);
  return {
    host: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

test('a closed port refuses the connection, and a write has certainly not arrived', async () => {
  const gone = await listen(() => undefined);
  await gone[Symbol.asyncDispose]();
  const error = { kind: 'unreachable', why: 'refused', where: gone.host, reached: 'no' };
  expect(await connect(`http://${gone.host}`).list(endpoints.listBids, QUERY)).toEqual({ ok: false, error });
  expect(await connect(`http://${gone.host}`).call('updateBid', write)).toEqual({ ok: false, error });
});

test('a service that never answers times out, and a write to it may have arrived', async () => {
  const { clock, isOver } = stillClock();
  await using service = await serve(isOver);
  const client = connect(service.url, { timeoutMs: 50 }, { clock });
  expect(await client.list(endpoints.listBids, QUERY)).toEqual({
    ok: false,
    error: { kind: 'timeout', afterMs: 50, reached: 'no' },
  });
  expect(await client.call('updateBid', write)).toEqual({
    ok: false,
    error: { kind: 'timeout', afterMs: 50, reached: 'maybe' },
  });
  expect(service.seen).toHaveLength(2);
});

test('an answer that stops in the middle times out, and a write has arrived', async () => {
  await using service = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"fid":');
  });
  const { clock, isOver } = stillClock();
  const client = connect(service.url, {}, { clock, fetch: fetchNoting(isOver) });
  expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({ error: { kind: 'timeout', reached: 'no' } });
  expect(await client.call('updateBid', write)).toMatchObject({ error: { kind: 'timeout', reached: 'yes' } });
});

test('an error whose body never ends is reported with its status', async () => {
  await using service = await serve((_, response) => {
    response.writeHead(404, { 'content-type': 'text/plain' });
    response.write('Not here.');
  });
  const { clock, isOver } = stillClock();
  const client = connect(service.url, {}, { clock, fetch: fetchNoting(isOver) });
  const answer = await client.list(endpoints.listBids, QUERY);
  expect(answer).toEqual({ ok: false, error: { kind: 'not-found', said: 'Not here.', reached: 'yes' } });
});

test('a request that the operator stops is reported as stopped, not as a timeout', async () => {
  const stopping = new AbortController();
  await using service = await serve(() => stopping.abort(new Error(TOKEN)));
  const client = connect(service.url);
  expect(await client.call('updateBid', write, { signal: stopping.signal })).toEqual({
    ok: false,
    error: { kind: 'aborted', reached: 'maybe' },
  });
  expect(await client.call('updateBid', write, { signal: stopping.signal })).toEqual({
    ok: false,
    error: { kind: 'aborted', reached: 'no' },
  });
  expect(service.seen).toHaveLength(1);
});

test('a list that is stopped between two pages ends as stopped', async () => {
  const stopping = new AbortController();
  await using service = await serve(always(200, '{"data":[],"next_cursor":"x"}'));
  const list = await connect(service.url).list(endpoints.listBids, QUERY, {
    signal: stopping.signal,
    onPage: () => stopping.abort(),
  });
  expect(list).toMatchObject({ ok: false, error: { kind: 'aborted' } });
  expect(service.seen).toHaveLength(1);
});

test('a connection cut before the answer leaves the write in doubt, and it is not sent again', async () => {
  let asked = 0;
  await using service = await listen((socket) => {
    asked++;
    socket.resetAndDestroy();
  });
  const client = connect(`http://${service.host}`);
  const error = { kind: 'unreachable', why: 'reset', where: service.host };
  expect(await client.call('updateBid', write)).toEqual({ ok: false, error: { ...error, reached: 'maybe' } });
  expect(await client.list(endpoints.listBids, QUERY)).toEqual({ ok: false, error: { ...error, reached: 'no' } });
  expect(asked).toBe(2);
});

test('a connection cut in the middle of an answer fails a read and accepts a write', async () => {
  await using service = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"fid":', () => response.destroy());
  });
  const client = connect(service.url);
  expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({
    ok: false,
    error: { kind: 'unreachable', why: 'reset', reached: 'no' },
  });
  expect(await client.call('updateBid', write)).toMatchObject({
    ok: false,
    error: { kind: 'unreadable-answer', reached: 'yes' },
  });
});

test('an answer that is not HTTP is unreadable', async () => {
  await using service = await listen((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  expect(await connect(`http://${service.host}`).list(endpoints.listBids, QUERY)).toMatchObject({
    error: { kind: 'unreadable-answer', why: 'it is not HTTP' },
  });
});

test('a body with a wrong encoding is an unreadable answer', async () => {
  await using service = await serve(always(200, 'not gzip at all', { 'content-encoding': 'gzip' }));
  expect(await connect(service.url).list(endpoints.listBids, QUERY)).toMatchObject({
    error: { kind: 'unreadable-answer', why: 'it is damaged' },
  });
});

test('https to a port with plain http fails without a secure connection, and nothing was sent', async () => {
  await using service = await serve(always(200, '{}'));
  const answer = await connect(`https://${service.host}`).call('updateBid', write);
  expect(answer).toEqual({
    ok: false,
    error: { kind: 'unreachable', why: 'not-https', where: service.host, reached: 'no' },
  });
  expect(service.seen).toEqual([]);
});

test('an answer of more than 64 MiB is not read to its end', async () => {
  await using service = await serve((_, response) => {
    const block = Buffer.alloc(1024 * 1024, 32);
    let sent = 0;
    const more = (): void => {
      while (sent < 80 && !response.destroyed) {
        sent++;
        if (!response.write(block)) return void response.once('drain', more);
      }
      response.end();
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    more();
  });
  expect(await connect(service.url).list(endpoints.listBids, QUERY)).toEqual({
    ok: false,
    error: { kind: 'unreadable-answer', why: 'it is longer than 64 MiB', reached: 'yes' },
  });
});

const failure = (code: string, syscall?: string): Error =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(`about ${TOKEN}`), { code, ...(syscall === undefined ? {} : { syscall }) }),
  });

test.each([
  [failure('ECONNREFUSED', 'connect'), 'refused', 'no'],
  [failure('ENOTFOUND', 'getaddrinfo'), 'name-unknown', 'no'],
  [failure('EAI_AGAIN', 'getaddrinfo'), 'name-unknown', 'no'],
  [failure('UND_ERR_CONNECT_TIMEOUT'), 'connect-timeout', 'no'],
  [failure('ETIMEDOUT', 'connect'), 'connect-timeout', 'no'],
  [failure('ETIMEDOUT', 'read'), 'reset', 'maybe'],
  [failure('ENETUNREACH', 'connect'), 'no-route', 'no'],
  [failure('EHOSTUNREACH', 'read'), 'no-route', 'maybe'],
  [failure('ECONNRESET', 'read'), 'reset', 'maybe'],
  [failure('EPIPE', 'write'), 'reset', 'maybe'],
  [failure('UND_ERR_SOCKET'), 'reset', 'maybe'],
  [failure('CERT_HAS_EXPIRED'), 'certificate-expired', 'no'],
  [failure('CERT_NOT_YET_VALID'), 'certificate-too-new', 'no'],
  [failure('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate-name', 'no'],
  [failure('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate-authority', 'no'],
  [failure('SELF_SIGNED_CERT_IN_CHAIN'), 'certificate-authority', 'no'],
  [failure('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'certificate-authority', 'no'],
  [failure('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'certificate-authority', 'no'],
  [failure('CERT_REVOKED'), 'certificate', 'no'],
  [failure('UNABLE_TO_GET_CRL'), 'certificate', 'no'],
  [failure('ERR_SSL_WRONG_VERSION_NUMBER'), 'not-https', 'no'],
  [failure('ERR_SSL_PACKET_LENGTH_TOO_LONG'), 'not-https', 'no'],
  [failure('ERR_SSL_UNSUPPORTED_PROTOCOL'), 'tls', 'no'],
  [failure('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), 'tls', 'maybe'],
  [failure('ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC'), 'tls', 'maybe'],
  [failure('EACCES', 'connect'), 'other', 'no'],
  [failure('SOMETHING_NEW'), 'other', 'maybe'],
  [new AggregateError([failure('ECONNREFUSED', 'connect'), failure('ENETUNREACH', 'connect')], 'all'), 'refused', 'no'],
  ['not an error', 'other', 'maybe'],
] as const)('%s of a write is unreachable: %s, arrived: %s', (error, why, reached) => {
  expect(networkError(error, 'host:1', true, 10)).toEqual({ kind: 'unreachable', why, where: 'host:1', reached });
  expect(networkError(error, 'host:1', false, 10)).toMatchObject({ reached: 'no' });
});

test('an error that is its own cause is followed once', () => {
  const error = new Error('round');
  error.cause = error;
  expect(networkError(error, 'host:1', false, 10)).toMatchObject({ kind: 'unreachable', why: 'other' });
});
