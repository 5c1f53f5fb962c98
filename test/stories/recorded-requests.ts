import { createServer } from 'node:http';
import type { Market } from '../driver/console.ts';
import { serveOnLoopback } from '../driver/loopback.ts';

/** A line to a market that records the requests on it. */
export type RecordingLine = {
  readonly origin: string;
  /** The path and query of each request since the last call, without the project. */
  readonly taken: () => readonly string[];
};

/**
 * Forwards reads to a market and records them. `ignored` parameters are left out, as a service does that does not know them;
 * `NAME after the first` leaves one identifier of a list.
 */
export async function recordRequests(market: Market, ignored: readonly string[] = []): Promise<RecordingLine> {
  let requests: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', market.origin);
    const known = new URL(url);
    for (const parameter of ignored) {
      const [name = '', ...rest] = parameter.split(' ');
      const [first] = known.searchParams.get(name)?.split(',') ?? [];
      if (rest.length === 0) known.searchParams.delete(name);
      else if (first !== undefined) known.searchParams.set(name, first);
    }
    const answer = await fetch(known, { headers: { authorization: request.headers.authorization ?? '' } });
    url.searchParams.delete('project');
    if (url.searchParams.has('next_cursor')) url.searchParams.set('next_cursor', 'next');
    requests.push(`${url.pathname}${decodeURIComponent(url.search)}`);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  });
  return {
    origin: await serveOnLoopback(server),
    taken: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
  };
}
