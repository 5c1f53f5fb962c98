import { createServer } from 'node:http';
import { serveOnLoopback } from '../driver/loopback.ts';

/** Matches no path. */
export const NONE = /(?!)/;

/** A service with empty lists that refuses some of them with 403. */
export async function emptyService(refused: RegExp): Promise<{
  readonly env: Readonly<Record<'SPOTDECK_BASE_URL' | 'SPOTDECK_TOKEN' | 'SPOTDECK_PROJECT', string>>;
}> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const isRefused = refused.test(path);
    const rows = /bids|instances/.test(path) ? { data: [], next_cursor: null } : [];
    response
      .writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(isRefused ? { detail: 'Not a member of this project' } : rows));
  });
  const origin = await serveOnLoopback(server);
  return { env: { SPOTDECK_BASE_URL: origin, SPOTDECK_TOKEN: 'token-of-mine', SPOTDECK_PROJECT: 'proj_new' } };
}
