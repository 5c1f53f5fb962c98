import { createServer, request } from 'node:http';
import { closeAfterTest, type Market } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';

/** One request as the console sent it. */
export type Sent = { readonly method: string; readonly path: string; readonly body: string };

/** Somebody on the wire between console and market, who writes down what goes by and changes nothing unless it is told to. */
export type Evidence = {
  /** The settings that make a console talk through it. */
  readonly env: Variables;
  /** What was sent to change something, oldest first: everything that is no GET. */
  writes(): readonly Sent[];
  /** Whether a text was in the body or the path of any request. */
  saw(text: string): boolean;
  /** Cuts the line at the next change: after it was carried out, or before it reached the service. */
  cutNext(when: 'after' | 'before'): void;
};

/** Puts a evidence before a market until the test is over. */
export async function evidenceOf(market: Market): Promise<Evidence> {
  const sent: Sent[] = [];
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterTest({
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
  const address = server.address();
  const at = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    env: { ...market.env, SPOTDECK_BASE_URL: `http://127.0.0.1:${at}` },
    writes: () => sent.filter(({ method }) => method !== 'GET'),
    cutNext: (when) => {
      cut = when;
    },
    saw: (text) => sent.some(({ path, body }) => path.includes(text) || body.includes(text)),
  };
}
