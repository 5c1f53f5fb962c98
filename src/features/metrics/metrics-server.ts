import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { addressText, type ListenAddress } from '../../lib/listen-address.ts';
import { describeError } from '../../lib/os-error.ts';
import { isThisMachine } from '../../lib/this-machine.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { system } from '../../system/system.ts';
import type { Exposition } from './registry.ts';
import { createScrapeConnections } from './scrape-connections.ts';

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
