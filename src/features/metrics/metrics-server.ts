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

/** Where metrics are served. */
const PATH = '/metrics';
/** Times after which an unfinished request is given up, and between two looks at them, in milliseconds. */
const HEADERS_MS = 5000;
const REQUEST_MS = 10_000;
const LOOK_MS = 1000;
/** Time before an answer to somebody who may not read the metrics, in milliseconds: who asks again and again costs less. */
const REFUSE_MS = 500;
/** Connections that the system keeps until they are accepted: a scraper waits among those of an attack instead of being dropped. */
const BACKLOG = 4096;
/** Time for which an idle connection is kept, in milliseconds: longer than the usual time between two scrapes. */
const KEEP_ALIVE_MS = 70_000;

type Answer = { readonly status: number; readonly text: string; readonly headers?: Readonly<Record<string, string>> };

/** The headers of an answer to somebody who may not read the metrics: it ends the connection. */
const LEAVE = { connection: 'close' };

const says = (status: number, sentence: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  text: `${sentence}\n`,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
});

/**
 * Serves metrics until `close`. With a token every request needs it; without one the address is a loopback address, and requests that
 * a web page of another name makes are refused. @throws {CommandFailure} when the address can't be listened on.
 */
export async function serveMetrics(
  address: ListenAddress,
  token: string | null,
  { contentType, text }: Exposition,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const connections = createScrapeConnections(system().clock);
  let making: Promise<string> | null = null;
  /** Makes one text for all who ask while it is made. */
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

/** The host that a request names, without its port. */
const hostOf = ({ headers }: IncomingMessage): string => (headers.host ?? '').replace(/:\d+$/, '');

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request has the token, compared in the same time whatever it has. */
function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  return timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${token}`));
}

/** Most connections that have shown the token, and most of them with all that wait for an answer: a few Prometheus servers, and who looks. */
const MOST_ADMITTED = 16;
const MOST_WAITING = 64;
/** Most connections that have not, and most of them of one address once their moment is over. */
const MOST_STRANGERS = 1024;
const MOST_OF_ADDRESS = 8;
/** The moment that every connection has for its request, in milliseconds: a scraper sends it as soon as it is connected. */
const MOMENT_MS = 1000;

type ScrapeConnections = {
  /** Takes a new connection. */
  readonly opened: (socket: Socket) => void;
  /** Takes a connection whose request may be answered: strangers no longer cost it its place. */
  readonly admitted: (socket: Socket) => void;
  /** Takes such a connection once its answer is sent: it may be closed for another one then. */
  readonly answered: (socket: Socket) => void;
};

/**
 * Bounds the number of connections without refusing a new one: for it the oldest one is closed that has not shown the token, of the
 * address that has most of them. Whoever shows the token at once can then not be kept out by those who never do, not even when all of
 * them come from one address.
 */
function createScrapeConnections({ after }: Pick<Clock, 'after'>): ScrapeConnections {
  /** Connections that have not shown the token, the oldest first, with their address, and how many each address has. */
  const strangers = new Map<Socket, string>();
  const counts = new Map<string, number>();
  /** Connections that have shown it, the one that did so longest ago first. */
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
