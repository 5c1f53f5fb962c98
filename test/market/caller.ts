import type { MarketOptions } from '../../src/market/options.ts';
import { type RunningMarket, serveMarket } from '../../src/market/serve.ts';
import { START } from './world.ts';

/** An answer as it came over the wire. */
export type Told = {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
  readonly headers: Headers;
};

/** A market over real loopback HTTP whose time stands still unless a test moves it. */
export type Caller = {
  readonly market: RunningMarket;
  get(path: string, token?: string | null): Promise<Told>;
  send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, token?: string | null): Promise<Told>;
  [Symbol.asyncDispose](): Promise<void>;
};

export const PROJECT = 'project=proj_demo';

export async function openMarket(options: MarketOptions = {}): Promise<Caller> {
  const market = await serveMarket({ speed: 0, ...options }, () => START);
  return callerOf(market);
}

export function callerOf(market: RunningMarket): Caller {
  const ask = async (method: string, path: string, body: unknown, token: string | null): Promise<Told> => {
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
    get: (path, token = market.token) => ask('GET', path, undefined, token),
    send: (method, path, body, token = market.token) => ask(method, path, body, token),
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
