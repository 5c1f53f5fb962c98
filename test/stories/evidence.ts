import { createServer, request } from 'node:http';
import type { Market } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { serveOnLoopback } from '../driver/loopback.ts';

/** One request as the console sent it. */
export type SentRequest = { readonly method: string; readonly path: string; readonly body: string };

/** Proxy between console and market that records requests, and changes nothing unless a test sets a fault. */
export type Evidence = {
  /** Settings that connect a console to it. */
  readonly env: Variables;
  /** Requests that are not GET, oldest first. */
  writes(): readonly SentRequest[];
  /** Whether a text was in the body or the path of any request. */
  saw(text: string): boolean;
  /** Breaks the connection at the next write: after it was carried out, or before it reached the service. */
  cutNext(when: 'after' | 'before'): void;
};

/** Puts a recording proxy before a market until the end of the test. */
export async function evidenceOf(market: Market): Promise<Evidence> {
  const sent: SentRequest[] = [];
  let cut: 'after' | 'before' | null = null;
  const { hostname, port, host } = new URL(market.origin);
  const server = createServer((asked, answer) => {
    const parts: Buffer[] = [];
    asked.on('data', (part: Buffer) => parts.push(part));
    asked.on('end', () => {
      const { method = 'GET', url: path = '/' } = asked;
      const body = Buffer.concat(parts);
      sent.push({ method, path, body: body.toString() });
      const cutting = method === 'GET' ? null : cut;
      if (cutting !== null) cut = null;
      if (cutting === 'before') {
        answer.destroy();
        return;
      }
      const onward = request({ hostname, port, method, path, headers: { ...asked.headers, host } }, (back) => {
        if (cutting === 'after') {
          back.resume();
          answer.destroy();
          return;
        }
        answer.writeHead(back.statusCode ?? 502, back.headers);
        back.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      onward.end(body);
    });
  });
  const origin = await serveOnLoopback(server);
  return {
    env: { ...market.env, SPOTDECK_BASE_URL: origin },
    writes: () => sent.filter(({ method }) => method !== 'GET'),
    cutNext: (when) => {
      cut = when;
    },
    saw: (text) => sent.some(({ path, body }) => path.includes(text) || body.includes(text)),
  };
}
