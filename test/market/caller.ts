import { type IncomingMessage, request } from 'node:http';
import * as z from 'zod';
import type { MarketOptions } from '../../src/market/options.ts';
import { type RunningMarket, serveMarket } from '../../src/market/server.ts';
import { START } from './world.ts';

/** Rows of a list of which only identifiers and names are looked at. */
export const Named = z.array(z.looseObject({ fid: z.string(), name: z.string() }));

/** An answer as received over HTTP. */
export type ReceivedAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
  readonly headers: Headers;
};

export type Asking = {
  /** Sent as JSON; a text is sent unchanged. */
  readonly body?: unknown;
  readonly token?: string;
  readonly host?: string;
  /** Content type of the body; an empty one is not sent. */
  readonly type?: string;
};

/** A market over real loopback HTTP whose time only moves by the test. */
export type Caller = {
  readonly market: RunningMarket;
  get(path: string, token?: string | null): Promise<ReceivedAnswer>;
  send(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    token?: string | null,
  ): Promise<ReceivedAnswer>;
  /** Sends a request with any Host and content type, neither of which `fetch` allows to be wrong. */
  ask(method: string, path: string, how?: Asking): Promise<ReceivedAnswer>;
  [Symbol.asyncDispose](): Promise<void>;
};

export const PROJECT = 'project=proj_demo';

/** Bodies of a bid and a volume that the market takes. */
export const NEW_BID = {
  project: 'proj_demo',
  region: 'eu-north1-a',
  instance_type: '1xl40s.eu-north1-a',
  limit_price: '$0.01',
  name: 'mine',
  instance_quantity: 1,
  launch_specification: { volumes: [], ssh_keys: [] },
};
export const NEW_VOLUME = {
  project: 'proj_demo',
  name: 'data',
  region: 'eu-north1-a',
  disk_interface: 'Block',
  size_gb: 100,
};

export async function openMarket(options: MarketOptions = {}): Promise<Caller> {
  const market = await serveMarket({ speed: 0, ...options }, () => START);
  return callerOf(market);
}

export function callerOf(market: RunningMarket): Caller {
  const ask = async (
    method: string,
    path: string,
    { body, token = market.token, host, type = 'application/json' }: Asking = {},
  ): Promise<ReceivedAnswer> => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await new Promise<IncomingMessage>((answered, failed) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(host === undefined ? {} : { host }),
        ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
        ...(text === undefined || type === '' ? {} : { 'content-type': type }),
      };
      const sent = request(`${market.origin}${path}`, { method, agent: false, headers }, answered);
      // An answer may come before the whole body was sent; a later error of sending does not count.
      sent.on('error', failed).end(text);
    });
    const told = await answer.setEncoding('utf8').reduce((all: string, part: string) => all + part, '');
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return { status: answer.statusCode ?? 0, text: told, body: jsonOf(told), headers: new Headers(headers) };
  };
  const fetched = async (
    method: string,
    path: string,
    body: unknown,
    token: string | null,
  ): Promise<ReceivedAnswer> => {
    const answer = await fetch(`${market.origin}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: jsonOf(text), headers: answer.headers };
  };
  return {
    market,
    get: (path, token = market.token) => fetched('GET', path, undefined, token),
    send: (method, path, body, token = market.token) => fetched(method, path, body, token),
    ask,
    [Symbol.asyncDispose]: () => market.stop(),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
