import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { isKeyOf } from '../../src/store/access.ts';
import type { Market } from '../driver/console.ts';

/** How a service may answer the creation of a key, beside what is right. */
export const ODD_CREATIONS = [
  'old-secret',
  'old-secret-and-snippet',
  'old-snippet',
  'old-key',
  'dead-secret',
  'fid-of-another',
  'fid-of-a-newer-one',
  'no-such-fid',
  'another-name',
  '500-before',
  '500-after',
  'cut-after',
] as const;
/** How it may answer a revocation. */
export const ODD_REVOCATIONS = ['wrong-key', 'both', 'neither', '500-before', '500-after', 'cut-after'] as const;

export type Oddness = {
  readonly creation: (typeof ODD_CREATIONS)[number] | null;
  readonly revocation: (typeof ODD_REVOCATIONS)[number] | null;
};
export const HONEST: Oddness = { creation: null, revocation: null };

const Key = z.looseObject({
  fid: z.string(),
  name: z.string(),
  snippet: z.string(),
  deactivated_at: z.string().nullable(),
});
const keysIn = (text: string): readonly z.output<typeof Key>[] => z.array(Key).catch([]).parse(JSON.parse(text));

/** What a service answers; null when the connection breaks. */
type Answer = { readonly status: number; readonly text: string } | null;

/** A market that answers the requests for API keys in odd ways. It never revokes a key that it was not asked for, except the one of the caller. */
export async function oddService(market: Market) {
  let odd = HONEST;
  /** Snippets that the service lists for keys instead of their own. */
  const snippets = new Map<string, string>();
  let strangers = 0;

  const ask = async (
    token: string,
    method: string,
    path: string,
    body: string | null = null,
  ): Promise<NonNullable<Answer>> => {
    const answer = await fetch(`${market.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === null ? {} : { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const listed = async (token: string) => keysIn((await ask(token, 'GET', '/v2/api-keys')).text);
  const own = async (token: string) => (await listed(token)).find((key) => isKeyOf(token, key));

  const created = async (token: string, body: string): Promise<Answer> => {
    const { creation } = odd;
    const mine = await own(token);
    if (creation === '500-before') return { status: 500, text: '' };
    if (creation === 'old-key') return { status: 201, text: JSON.stringify({ ...mine, secret: token }) };
    const asked = z.looseObject({ name: z.string() }).parse(JSON.parse(body));
    const another = JSON.stringify({ ...asked, name: `stranger-${strangers++}` });
    const newer = creation === 'fid-of-a-newer-one' ? (await ask(token, 'POST', '/v2/api-keys', another)).text : null;
    const name = creation === 'another-name' ? `${asked.name}-x` : asked.name;
    const made = await ask(token, 'POST', '/v2/api-keys', JSON.stringify({ ...asked, name }));
    const key = Key.parse(JSON.parse(made.text));
    if (creation === 'old-snippet' || creation === 'old-secret-and-snippet') snippets.set(key.fid, mine?.snippet ?? '');
    const answer = (more: object): Answer => ({
      status: 201,
      text: JSON.stringify({ ...key, snippet: snippets.get(key.fid) ?? key.snippet, ...more }),
    });
    switch (creation) {
      case '500-after':
        return { status: 500, text: '' };
      case 'cut-after':
        return null;
      case 'old-secret':
      case 'old-secret-and-snippet':
        return answer({ secret: token });
      case 'dead-secret':
        return answer({ secret: `${key.snippet.replace(/\W+$/, '')}dead0000000000000000` });
      case 'fid-of-another':
        return answer({ fid: (await listed(token)).find(({ name }) => name === 'laptop')?.fid });
      case 'fid-of-a-newer-one':
        return answer({ fid: Key.parse(JSON.parse(newer ?? '')).fid });
      case 'no-such-fid':
        return answer({ fid: 'key_that_is_nowhere' });
      default:
        return answer({});
    }
  };

  const revoked = async (token: string, path: string): Promise<Answer> => {
    const { revocation } = odd;
    const mine = `/v2/api-keys/${(await own(token))?.fid ?? 'none'}`;
    if (revocation === '500-before') return { status: 500, text: '' };
    if (revocation === 'neither') return { status: 204, text: '' };
    const done = revocation === 'wrong-key' ? null : await ask(token, 'DELETE', path);
    if (revocation === 'wrong-key' || revocation === 'both') await ask(token, 'DELETE', mine);
    if (revocation === '500-after') return { status: 500, text: '' };
    return revocation === 'cut-after' ? null : { status: done?.status ?? 204, text: done?.text ?? '' };
  };

  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString();
    const { method = 'GET', url = '', headers } = request;
    const token = (headers.authorization ?? '').replace(/^Bearer /, '');
    if (method === 'POST' && url === '/v2/api-keys') return created(token, body);
    if (method === 'DELETE' && url.startsWith('/v2/api-keys/')) return revoked(token, url);
    const answer = await ask(token, method, url, body === '' ? null : body);
    if (url !== '/v2/api-keys' || answer.status !== 200) return answer;
    const keys = keysIn(answer.text).map((key) => ({ ...key, snippet: snippets.get(key.fid) ?? key.snippet }));
    return { ...answer, text: JSON.stringify(keys) };
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await answerTo(request);
    if (answer === null) response.destroy();
    else
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(answer.text === '' ? undefined : answer.text);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    behave: (how: Oddness): void => {
      odd = how;
    },
    /** Revokes the keys that are listed with the snippet of another one, as their owner would who knows which one is in use. */
    revokeTwins: async (token: string): Promise<void> => {
      for (const fid of snippets.keys()) await ask(token, 'DELETE', `/v2/api-keys/${fid}`);
      snippets.clear();
    },
    /** Makes a key of somebody else and returns its secret. */
    makeKey: async (token: string, name: string): Promise<string> => {
      const body = JSON.stringify({ name, expires_at: '2099-01-01T00:00:00Z' });
      const { text } = await ask(token, 'POST', '/v2/api-keys', body);
      return z.object({ secret: z.string() }).parse(JSON.parse(text)).secret;
    },
  };
}
