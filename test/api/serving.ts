import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import {
  type Client,
  type ClientOptions,
  type Connection,
  createClient,
  type ForeignReads,
} from '../../src/api/client.ts';
import { ProjectId } from '../../src/contract/fid.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { listenOnLoopback } from '../driver/loopback.ts';

/** A request as received by a server. */
export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A service on loopback with a fixed behaviour, which records its requests. */
export type TestServer = AsyncDisposable & {
  readonly url: string;
  readonly host: string;
  readonly seen: readonly SeenRequest[];
};

export type Answering = (seen: SeenRequest, response: ServerResponse, nth: number) => void;

export async function serve(answering: Answering): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://service');
      const one = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(one);
      answering(one, response, seen.length);
    });
  };
  const server = createServer(listener);
  const host = `127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    url: `http://${host}`,
    host,
    seen,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Gives every request the same answer. */
export function always(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answering {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

/** Answers every request with JSON. */
export function json(value: unknown, status = 200): Answering {
  return always(status, JSON.stringify(value));
}

export const TOKEN = 'fkey_0123456789abcdef';
export const PROJECT = ProjectId.parse('proj_demo');
export const QUERY = { query: { project: PROJECT } };

export function connect(
  baseUrl: string,
  over: Partial<Connection> = {},
  options: ClientOptions = {},
): Client & ForeignReads {
  return createClient(
    {
      baseUrl,
      token: TOKEN,
      allowPlainHttp: false,
      readOnly: false,
      // Longer than any test: a request that hangs is one that the test waits for in vain.
      timeoutMs: 600_000,
      pageSize: 100,
      maxPages: 50,
      ...over,
    },
    options,
  );
}

/** A clock that stands still: what is timed is over when a test says so. */
export function stillClock(): { readonly clock: Clock; readonly isOver: () => void } {
  const timers = new Set<() => void>();
  const after: Clock['after'] = (_, then) => {
    timers.add(then);
    return () => timers.delete(then);
  };
  return {
    clock: { now: () => 0, steady: () => 0, after },
    isOver: () => {
      for (const then of [...timers]) then();
      timers.clear();
    },
  };
}

/** Sends requests, and calls back when the first part of the body of an answer has come. */
export const fetchNoting =
  (begun: () => void): typeof fetch =>
  async (...request) => {
    const { body, status, headers } = await fetch(...request);
    const noted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        out.enqueue(chunk);
        setImmediate(begun);
      },
    });
    return new Response(body?.pipeThrough(noted) ?? null, { status, headers });
  };
