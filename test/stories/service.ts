import type { Market } from '../driver/console.ts';

/** Reads a list directly from the service, at a path below /v2, without its envelope. */
export async function asked(market: Market, path: string): Promise<readonly Record<string, unknown>[]> {
  const answer = await fetch(`${market.origin}${path}`, { headers: { authorization: `Bearer ${market.token}` } });
  const body: unknown = await answer.json();
  const rows: unknown = Array.isArray(body)
    ? body
    : typeof body === 'object' && body !== null && 'data' in body
      ? body.data
      : [];
  return Array.isArray(rows)
    ? rows.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
    : [];
}

/** Returns the row of a list with a name. */
export async function named(market: Market, path: string, name: string): Promise<Record<string, unknown> | undefined> {
  return (await asked(market, path)).find((row) => row['name'] === name);
}

export const BIDS = '/v2/spot/bids?project=proj_demo';
export const INSTANCES = '/v2/instances?project=proj_demo';
export const VOLUMES = '/v2/volumes?project=proj_demo';
export const SSH_KEYS = '/v2/ssh-keys?project=proj_demo';
export const API_KEYS = '/v2/api-keys';

/** Starts a market without events of its own. */
export const STILL = ['--port', '0', '--db', ':memory:', '--seed', '7', '--speed', '0'];
