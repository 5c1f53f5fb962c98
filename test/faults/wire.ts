import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request on its way from a client to a market; `began` is milliseconds by the clock that the wire was given. */
export type Carried = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: string;
  readonly began: number;
};

/** An answer as the market gave it. */
export type Answered = { readonly status: number; readonly type: string; readonly text: string };

/** A request that a fault has in its hands. */
export type FaultedRequest = {
  readonly request: Carried;
  readonly response: ServerResponse;
  /** Lets the request through to the market, once however often it is asked. */
  readonly forward: () => Promise<Answered>;
  /** Breaks the client's connection off. */
  readonly reset: () => void;
};

/** What becomes of a request instead of being answered by the market. */
export type Fault = (struck: FaultedRequest) => void | Promise<void>;

/**
 * Which requests a fault strikes, all when it does not say, how many of them, and whether the market carries them
 * out before the fault strikes.
 */
export type InjectedFault = {
  readonly match?: (request: Carried) => boolean;
  readonly times?: number;
  readonly carriedOut?: boolean;
};

/** A wire between a client and a market on this machine that can be told to fail. */
export type Wire = AsyncDisposable & {
  readonly origin: string;
  /** What came from the client. */
  readonly asked: readonly Carried[];
  /** What was let through to the market. */
  readonly reached: readonly Carried[];
  /** What the market answered, in that order. */
  readonly answered: readonly string[];
  /** From now on this strikes; null: the wire is calm. */
  readonly fault: (fault: Fault | null, injected?: InjectedFault) => void;
  /** Nobody listens any more, and open connections end. */
  readonly cut: () => Promise<void>;
  /** Listens again, at the same address. */
  readonly mend: () => Promise<void>;
};

export async function openWire(market: string, now: () => number = Date.now): Promise<Wire> {
  const agent = new Agent({ keepAlive: true });
  const asked: Carried[] = [];
  const reached: Carried[] = [];
  const answered: string[] = [];
  let striking: { readonly fault: Fault; readonly on: InjectedFault; left: number } | null = null;

  const forward = async (request: Carried, authorization: string): Promise<Answered> => {
    reached.push(request);
    const answer = await passOn(`${market}${request.path}`, request, authorization, agent);
    answered.push(answer.text);
    return answer;
  };

  const server = createServer((incoming, response) => {
    response.on('error', () => undefined);
    void bodyOf(incoming).then(async (body) => {
      const request = { method: incoming.method ?? '', path: incoming.url ?? '/', body, began: now() };
      asked.push(request);
      let answer: Promise<Answered> | null = null;
      const struck: FaultedRequest = {
        request,
        response,
        forward: () => {
          answer ??= forward(request, incoming.headers.authorization ?? '');
          return answer;
        },
        reset: () => void incoming.socket.destroy(),
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
    fault: (fault, on = {}) => {
      striking = fault === null ? null : { fault, on, left: on.times ?? Number.POSITIVE_INFINITY };
    },
    cut: close,
    mend: () => listen(port),
    [Symbol.asyncDispose]: async () => {
      await close();
      agent.destroy();
    },
  };
}

/** The market's own answer, unchanged. */
export const calm: Fault = async ({ forward, response }) => {
  const { status, type, text } = await forward();
  response.writeHead(status, type === '' ? {} : { 'content-type': type });
  response.end(status === 204 ? undefined : text);
};

/** A client that goes away before its request is whole, or before it is answered, is what clients do. */
const ignored = (): void => undefined;

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

function passOn(url: string, { method, body }: Carried, authorization: string, agent: Agent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, ...(body === '' ? {} : { 'content-type': 'application/json' }) };
    ask(url, { method, agent, headers }, (answer) => {
      bodyOf(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text }),
        reject,
      );
    })
      .on('error', reject)
      .end(body);
  });
}
