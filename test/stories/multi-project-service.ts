import { createServer, type IncomingMessage } from 'node:http';
import type { Market } from '../driver/console.ts';
import { serveOnLoopback } from '../driver/loopback.ts';

/** Service of several projects, each with its own market. It knows the project of a row from the lists it has passed on. `beforeChange` delays writes. */
export async function multiProjectService(
  markets: readonly Market[],
  beforeChange: () => Promise<void> = async () => undefined,
): Promise<{ readonly origin: string }> {
  const owners = new Map<string, Market>();
  const marketOf = (url: URL, body: string): Market | undefined => {
    const [, inBody] = /"project":"([^"]+)"/.exec(body) ?? [];
    const project = url.searchParams.get('project') ?? inBody;
    const row = url.pathname.split('/').find((part) => owners.has(part));
    if (row !== undefined) return owners.get(row);
    return project === undefined ? markets[0] : markets.find((market) => market.project === project);
  };
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const market = marketOf(url, body);
    if (market === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Project not found"}');
      return;
    }
    if (request.method !== 'GET') await beforeChange();
    const answer = await fetch(new URL(request.url ?? '/', market.origin), {
      method: request.method ?? 'GET',
      headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    }).catch(() => null);
    if (answer === null) {
      response.writeHead(502).end();
      return;
    }
    const text = await answer.text();
    for (const [, fid] of text.matchAll(/"fid":"([^"]+)"/g)) if (fid !== undefined) owners.set(fid, market);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  return { origin: await serveOnLoopback(server) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
