import { createServer } from 'node:http';
import { type FleetSize, makeFleet } from '../bench/service/fleet.ts';
import { createListing } from '../bench/service/listing.ts';
import { listRules } from '../bench/service/rules.ts';
import { answerAfter, serveOnLoopback } from '../driver/loopback.ts';
import { storyClock } from '../driver/time.ts';

/** A service with a fleet of the benchmarks, whose answers take some milliseconds each on their way. */
export async function farService(
  size: Pick<FleetSize, 'bids' | 'instances'>,
  latencyMs: number,
): Promise<{ readonly env: Readonly<Record<string, string>> }> {
  const fleet = makeFleet({ ...size, liveBids: size.bids }, storyClock().now());
  const lists = [
    { path: '/v2/spot/bids', listing: createListing(fleet.bids, listRules.bids) },
    { path: '/v2/instances', listing: createListing(fleet.instances, listRules.instances) },
  ];
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    answerAfter(latencyMs, response, () => {
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
