import { createServer } from 'node:http';
import { type Market, openMarket } from '../../driver/console.ts';
import type { Variables } from '../../driver/environment.ts';
import { serveOnLoopback } from '../../driver/loopback.ts';
import { STILL } from '../../stories/service.ts';

/** With `fid`, `name` and `region`, as a service has it. */
export type NameRow = { readonly fid: string; readonly name: unknown; readonly region?: string };

export const GPU_NAMES: readonly NameRow[] = [
  ...['us-central1-a', 'eu-north1-a', 'eu-west4-a'].map((region) => ({
    fid: `8xh100.${region}`,
    name: 'H100 × 8',
    region,
  })),
  { fid: '8xb200.us-east1-b', name: 'B200 × 8', region: 'us-east1-b' },
  { fid: '4xa100.us-central1-a', name: 'A100 × 4 (80 GB)', region: 'us-central1-a' },
];

export type NamedService = {
  readonly market: Market;
  readonly env: Variables;
  readonly asked: readonly string[];
};

/** A market with a list of names, in pages of two rows. */
export async function namedService(rows: readonly NameRow[] | number = GPU_NAMES): Promise<NamedService> {
  const market = await openMarket(STILL);
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', market.origin);
    if (url.pathname === '/v2/instance-types') {
      asked.push(`${url.pathname}${url.search}`);
      const begin = Number(url.searchParams.get('next_cursor') ?? 0);
      const isSignedIn = request.headers.authorization === `Bearer ${market.token}`;
      const status = isSignedIn ? (typeof rows === 'number' ? rows : 200) : 401;
      const all = typeof rows === 'number' ? [] : rows;
      const next = begin + 2 < all.length ? String(begin + 2) : null;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: all.slice(begin, begin + 2), next_cursor: next }));
      return;
    }
    const answer = await fetch(url, { headers: { authorization: request.headers.authorization ?? '' } });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  });
  const origin = await serveOnLoopback(server);
  return {
    market,
    asked,
    env: { ...market.env, SPOTDECK_BASE_URL: origin },
  };
}

export const NAMES_FROM = [
  '[names_from]',
  'path = "/v2/instance-types"',
  'identifier = "fid"',
  'name = "name"',
  'region = "region"',
  '',
].join('\n');
