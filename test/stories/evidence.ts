import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type Market, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import type { Variables } from '../driver/environment.ts';
import { serveOnLoopback } from '../driver/loopback.ts';
import { BIDS, named, STILL } from './service.ts';

/** One request as the console sent it. */
export type SentRequest = { readonly method: string; readonly path: string; readonly body: string };

/** Proxy between console and market that records requests, and changes nothing unless a test sets a fault. */
export type Evidence = {
  /** Settings that connect a console to it. */
  readonly env: Variables;
  /** Requests that are not GET, oldest first. */
  writes(): readonly SentRequest[];
  /** Resolves as soon as that many have arrived. */
  written(count: number): Promise<void>;
  /** Whether a text was in the body or the path of any request. */
  saw(text: string): boolean;
  /** Breaks the connection at the next write: after it was carried out, or before it reached the service. */
  cutNext(when: 'after' | 'before'): void;
};

/** Puts a recording proxy before a market until the end of the test. */
export async function evidenceOf(market: Market): Promise<Evidence> {
  const sent: SentRequest[] = [];
  let cut: 'after' | 'before' | null = null;
  const arrived = new EventEmitter();
  const writes = (): readonly SentRequest[] => sent.filter(({ method }) => method !== 'GET');
  const server = createServer((asked, answer) => {
    const parts: Buffer[] = [];
    asked.on('data', (part: Buffer) => parts.push(part));
    asked.on('end', () => {
      const { method = 'GET', url: path = '/' } = asked;
      const body = Buffer.concat(parts).toString();
      sent.push({ method, path, body });
      arrived.emit('request');
      const cutting = method === 'GET' ? null : cut;
      if (cutting !== null) cut = null;
      if (cutting === 'before') {
        answer.destroy();
        return;
      }
      void passOn(market.origin, asked, body).then(
        ({ status, type, text }) => {
          if (cutting === 'after') {
            answer.destroy();
            return;
          }
          answer.writeHead(status, type === '' ? {} : { 'content-type': type });
          answer.end(status === 204 ? undefined : text);
        },
        () => answer.destroy(),
      );
    });
  });
  const origin = await serveOnLoopback(server);
  return {
    env: { ...market.env, SPOTDECK_BASE_URL: origin },
    writes,
    written: async (count) => {
      while (writes().length < count) await once(arrived, 'request');
    },
    cutNext: (when) => {
      cut = when;
    },
    saw: (text) => sent.some(({ path, body }) => path.includes(text) || body.includes(text)),
  };
}

/** Passes a request to the market as it came. A market in the process of the tests has no port: `fetch` reaches both. */
async function passOn(origin: string, { method = 'GET', url = '/', headers }: IncomingMessage, body: string) {
  const named = ['authorization', 'content-type'].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const back = await fetch(`${origin}${url}`, { method, headers: named, body: body === '' ? null : body });
  return { status: back.status, type: back.headers.get('content-type') ?? '', text: await back.text() };
}

/** Opens a console on a market without events, with a recording proxy between them. */
export async function seated(env: Variables = {}) {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence, env });
  const status = async (name: string): Promise<unknown> => (await named(market, BIDS, name))?.['status'];
  return { market, evidence, console, status };
}
