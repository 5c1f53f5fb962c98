import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../lib/clock.ts';
import { describeError } from '../../lib/os-error.ts';
import { isThisMachine } from '../../lib/this-machine.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { system } from '../../system/system.ts';
import { addressText, type ListenAddress } from './listen-address.ts';
import type { Exposition } from './registry.ts';

const PATH = '/metrics';
/** Limits for an unfinished request, and the time between two looks at them, in milliseconds. */
const HEADERS_MS = 5000;
const REQUEST_MS = 10_000;
const LOOK_MS = 1000;
/** Time before a refusal, in milliseconds: repeated requests then cost less. */
const REFUSE_MS = 500;
/** Connections that wait to be accepted: in an attack a scraper waits among them and is not dropped. */
const BACKLOG = 4096;
/** Time for which an idle connection is kept, in milliseconds: longer than between two scrapes. */
const KEEP_ALIVE_MS = 70_000;

type Answer = { readonly status: number; readonly text: string; readonly headers?: Readonly<Record<string, string>> };

/** A refusal ends the connection. */
const LEAVE = { connection: 'close' };

const says = (status: number, sentence: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  text: `${sentence}\n`,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
});

/**
 * Serves metrics until `close`. With a token every request needs it. Without one the address is a loopback address, and web pages
 * of other names are refused. @throws {CommandFailure} when the address can't be listened on.
 */
export async function serveMetrics(
  address: ListenAddress,
  token: string | null,
  { contentType, text }: Exposition,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const connections = createScrapeConnections(system().clock);
  let making: Promise<string> | null = null;
  /** One text for all requests meanwhile. */
  const textNow = (): Promise<string> => {
    making ??= text().finally(() => {
      making = null;
    });
    return making;
  };
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (token === null && !isThisMachine(hostOf(request)))
      return says(403, 'Ask for this machine by its address.', LEAVE);
    if (token !== null && !isAllowed(request, token))
      return says(401, 'This needs the token of the exporter.', { 'www-authenticate': 'Bearer', ...LEAVE });
    connections.admitted(request.socket);
    const path = (request.url ?? '').split('?')[0];
    if (path !== PATH && path !== '/') return says(404, `Metrics are at ${PATH}.`);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return says(405, 'Metrics can only be read.', { allow: 'GET, HEAD' });
    if (path === '/') return says(200, `spotdeck ${SPOTDECK_VERSION}. Metrics are at ${PATH}.`);
    return { status: 200, text: await textNow(), headers: { 'content-type': contentType } };
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      response.once('close', () => connections.answered(request.socket));
      void answer(request).then((given) => {
        if (given.headers?.['connection'] !== 'close') send(request, response, given);
        else
          response.once(
            'close',
            system().clock.after(REFUSE_MS, () => send(request, response, given)),
          );
      });
    },
  );
  server.on('connection', connections.opened);
  // A client that speaks no HTTP is disconnected.
  server.on('clientError', (_, socket) => socket.destroy());
  await listen(server, address);
  const bound = server.address();
  const port = bound === null || typeof bound === 'string' ? address.port : bound.port;
  return {
    url: `http://${addressText({ host: address.host, port })}${PATH}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listen(server: Server, address: ListenAddress): Promise<void> {
  server.listen({ port: address.port, host: address.host, backlog: BACKLOG });
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const where = addressText(address);
    if (code === 'EADDRINUSE')
      throw new CommandFailure(
        EXIT.usage,
        `Another program listens on ${where}.`,
        'Give another address with --listen.',
      );
    if (code === 'EADDRNOTAVAIL')
      throw new CommandFailure(
        EXIT.usage,
        `This machine has no address ${address.host}.`,
        'Give another with --listen.',
      );
    throw new CommandFailure(EXIT.usage, `spotdeck can't listen on ${where}: ${describeError(error)}.`);
  }
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, text, headers }: Answer): void {
  response.writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers });
  response.end(method === 'HEAD' ? undefined : text);
}

const hostOf = ({ headers }: IncomingMessage): string => (headers.host ?? '').replace(/:\d+$/, '');

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares the token in constant time. */
function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  return timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${token}`));
}

/** Most connections with the token: idle ones beyond the first limit are closed, busy ones beyond the second. */
const MOST_ADMITTED = 16;
const MOST_WAITING = 64;
/** Most connections without it, and of one address after their moment. */
const MOST_STRANGERS = 1024;
const MOST_OF_ADDRESS = 8;
/** The moment for a request, in milliseconds: a scraper sends it at once. */
const MOMENT_MS = 1000;

type ScrapeConnections = {
  readonly opened: (socket: Socket) => void;
  /** Its request may be answered: strangers no longer cost it its place. */
  readonly admitted: (socket: Socket) => void;
  /** Its answer is sent: it may be closed for another one. */
  readonly answered: (socket: Socket) => void;
};

/**
 * Bounds the number of connections without refusing a new one: it closes the oldest without the token, of the address with most.
 * So those without the token keep nobody out.
 */
function createScrapeConnections({ after }: Pick<Clock, 'after'>): ScrapeConnections {
  /** The oldest first, with their address, and the number of each address. */
  const strangers = new Map<Socket, string>();
  const counts = new Map<string, number>();
  /** The longest idle one first. */
  const known = new Set<Socket>();
  const waiting = new Set<Socket>();

  const forget = (socket: Socket): void => {
    const address = strangers.get(socket);
    if (address === undefined) return;
    strangers.delete(socket);
    const left = (counts.get(address) ?? 0) - 1;
    if (left > 0) counts.set(address, left);
    else counts.delete(address);
  };
  const closeOldest = (from: string | null): void => {
    for (const [socket, address] of strangers) {
      if (address !== from) continue;
      forget(socket);
      socket.destroy();
      return;
    }
  };
  const fullest = (): string | null => {
    const [first] = [...counts].sort(([, a], [, b]) => b - a);
    return first?.[0] ?? null;
  };

  const closeLongestAgo = (): void => {
    if (known.size <= MOST_ADMITTED) return;
    const idle = [...known].find((socket) => !waiting.has(socket));
    const [first] = known;
    const closed = idle ?? (known.size > MOST_WAITING ? first : undefined);
    if (closed === undefined) return;
    known.delete(closed);
    closed.destroy();
  };

  return {
    opened: (socket) => {
      const address = socket.remoteAddress ?? '';
      strangers.set(socket, address);
      counts.set(address, (counts.get(address) ?? 0) + 1);
      const cancel = after(MOMENT_MS, () => {
        if (strangers.has(socket) && (counts.get(address) ?? 0) > MOST_OF_ADDRESS) closeOldest(address);
      });
      socket.once('close', () => {
        cancel();
        forget(socket);
        known.delete(socket);
        waiting.delete(socket);
      });
      if (strangers.size > MOST_STRANGERS) closeOldest(fullest());
    },
    admitted: (socket) => {
      forget(socket);
      known.delete(socket);
      known.add(socket);
      waiting.add(socket);
      closeLongestAgo();
    },
    answered: (socket) => {
      waiting.delete(socket);
      closeLongestAgo();
    },
  };
}
