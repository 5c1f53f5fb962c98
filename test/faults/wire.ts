import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { storyClock } from '../driver/time.ts';
import type { Hanging } from './patience.ts';

/** Request on its way from a client to a market; `began` is milliseconds by the wire's clock. */
export type Exchange = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: string;
  readonly began: number;
};

/** Response of the market. */
export type WireAnswer = { readonly status: number; readonly type: string; readonly text: string };

/** Request that a fault handles. */
export type FaultedRequest = {
  readonly request: Exchange;
  readonly response: ServerResponse;
  /** Passes the request to the market, once even if called again. */
  readonly forward: () => Promise<WireAnswer>;
  /** Closes the client's connection. */
  readonly reset: () => void;
  /** Says that the client gets no more of an answer, so that it need not wait for that. */
  readonly hangs: () => void;
};

/** Replacement for the market's response. */
export type Fault = (struck: FaultedRequest) => void | Promise<void>;

/**
 * Selects the requests that a fault affects (all by default), their number, and whether the market carries them
 * out before the fault.
 */
export type InjectedFault = {
  readonly match?: (request: Exchange) => boolean;
  readonly times?: number;
  readonly carriedOut?: boolean;
};

/** Wire between a client and a market on this machine that a test can make fail. */
export type Wire = AsyncDisposable & {
  readonly origin: string;
  /** Requests from the client. */
  readonly asked: readonly Exchange[];
  /** Requests passed to the market. */
  readonly reached: readonly Exchange[];
  /** Responses of the market, in the same order. */
  readonly answered: readonly string[];
  /** Requests whose client waits in vain. */
  readonly hanging: () => Hanging;
  /** Sets the fault; null ends it. */
  readonly fault: (fault: Fault | null, injected?: InjectedFault) => void;
  /** Stops listening, and closes open connections. */
  readonly cut: () => Promise<void>;
  /** Listens again, at the same address. */
  readonly mend: () => Promise<void>;
};

export async function openWire(market: string, now: () => number = storyClock().now): Promise<Wire> {
  const asked: Exchange[] = [];
  const reached: Exchange[] = [];
  const answered: string[] = [];
  const hanging = new Set<ServerResponse>();
  let striking: { readonly fault: Fault; readonly on: InjectedFault; left: number } | null = null;

  const forward = async (request: Exchange, authorization: string): Promise<WireAnswer> => {
    reached.push(request);
    const answer = await passOn(`${market}${request.path}`, request, authorization);
    answered.push(answer.text);
    return answer;
  };

  const server = createServer((incoming, response) => {
    response.on('error', () => undefined);
    void bodyOf(incoming).then(async (body) => {
      const request = { method: incoming.method ?? '', path: incoming.url ?? '/', body, began: now() };
      asked.push(request);
      let answer: Promise<WireAnswer> | null = null;
      const struck: FaultedRequest = {
        request,
        response,
        forward: () => {
          answer ??= forward(request, incoming.headers.authorization ?? '');
          return answer;
        },
        reset: () => void incoming.socket.destroy(),
        hangs: () => {
          if (response.closed) return;
          hanging.add(response);
          response.on('close', () => hanging.delete(response));
        },
      };
      if (striking === null || striking.left <= 0 || striking.on.match?.(request) === false) return calm(struck);
      const { fault, on } = striking;
      striking.left -= 1;
      if (on.carriedOut === true) await struck.forward();
      await fault(struck);
    }, ignored);
  });

  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  server.keepAliveTimeout = 60_000;
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the wire has no port');
  const { port } = address;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    reached,
    answered,
    hanging: () => {
      const during = [...hanging].filter(({ headersSent }) => headersSent).length;
      return { before: hanging.size - during, during };
    },
    fault: (fault, on = {}) => {
      striking = fault === null ? null : { fault, on, left: on.times ?? Number.POSITIVE_INFINITY };
    },
    cut: close,
    mend: () => listen(port),
    [Symbol.asyncDispose]: close,
  };
}

/** Response of the market, unchanged. */
export const calm: Fault = async ({ forward, response }) => {
  const { status, type, text } = await forward();
  response.writeHead(status, type === '' ? {} : { 'content-type': type });
  response.end(status === 204 ? undefined : text);
};

/** Ignored: a client may disconnect before its request is complete or answered. */
const ignored = (): void => undefined;

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

async function passOn(url: string, { method, body }: Exchange, authorization: string): Promise<WireAnswer> {
  const headers = { authorization, ...(body === '' ? {} : { 'content-type': 'application/json' }) };
  const answer = await fetch(url, { method, headers, body: body === '' ? null : body, redirect: 'manual' });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}
