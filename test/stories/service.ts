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

/** The row of a list with a name. */
export async function named(market: Market, path: string, name: string): Promise<Record<string, unknown> | undefined> {
  return (await asked(market, path)).find((row) => row['name'] === name);
}

/** Somebody else places a bid with a name of their own making. */
export async function placed(market: Market, name: string, limit = '$0.90'): Promise<void> {
  const answer = await fetch(`${market.origin}/v2/spot/bids`, {
    method: 'POST',
    headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      project: market.project,
      region: 'us-east1-b',
      instance_type: '1xl40s.us-east1-b',
      limit_price: limit,
      name,
      instance_quantity: 1,
      launch_specification: { volumes: [], ssh_keys: [] },
    }),
  });
  if (!answer.ok) throw new Error(`The market answered ${answer.status}.`);
}

/** Somebody else changes a bid. */
export async function changed(market: Market, name: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const bid = await named(market, BIDS, name);
  const answer = await fetch(`${market.origin}/v2/spot/bids/${String(bid?.['fid'])}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The market answered ${answer.status}.`);
}

export const BIDS = '/v2/spot/bids?project=proj_demo';
export const INSTANCES = '/v2/instances?project=proj_demo';
export const VOLUMES = '/v2/volumes?project=proj_demo';
export const SSH_KEYS = '/v2/ssh-keys?project=proj_demo';
export const API_KEYS = '/v2/api-keys';

/** Options of a market without events of its own. */
export const STILL = { seed: 7, speed: 0 };
