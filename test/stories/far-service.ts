import { createServer } from 'node:http';
import { type FleetSize, makeFleet } from '../bench/service/fleet.ts';
import { createListing } from '../bench/service/listing.ts';
import { listRules } from '../bench/service/rules.ts';
import { serveOnLoopback } from '../driver/loopback.ts';
import { storyClock } from '../driver/time.ts';

/** A service with a fleet as large as the benchmarks have, each of whose answers takes some milliseconds on its way. */
export async function farService(
  size: Pick<FleetSize, 'bids' | 'instances'>,
  latencyMs: number,
): Promise<{ readonly env: Readonly<Record<string, string>> }> {
  const clock = storyClock();
  const fleet = makeFleet({ ...size, liveBids: size.bids }, clock.now());
  const lists = [
    { path: '/v2/spot/bids', listing: createListing(fleet.bids, listRules.bids) },
    { path: '/v2/instances', listing: createListing(fleet.instances, listRules.instances) },
  ];
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    clock.after(latencyMs, () => {
      const page = lists.find(({ path }) => path === pathname)?.listing.page(searchParams) ?? { text: '[]' };
      const isRefused = 'refused' in page;
      response
        .writeHead(isRefused ? 422 : 200, { 'content-type': 'application/json' })
        .end(isRefused ? JSON.stringify({ detail: `${page.refused} is not permitted` }) : page.text);
    });
  });
  const origin = await serveOnLoopback(server);
  return { env: { SPOTDECK_BASE_URL: origin, SPOTDECK_PROJECT: 'proj_bench', SPOTDECK_TOKEN: 'bench' } };
}
