import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import * as z from 'zod';

/** How the receiver answers one message. `lost` takes the message and breaks the connection off before it answers. */
export type Fate =
  | 'ok'
  | 'slow'
  | 'large'
  | 'unended'
  | 'fault'
  | 'redirect'
  | 'busy'
  | 'reset'
  | 'hang'
  | 'lost'
  | 'gone';

export type Delivery = { readonly path: string; readonly id: string; readonly body: unknown; readonly fate: Fate };

const Message = z.object({ id: z.string(), left_out: z.int(), events: z.array(z.looseObject({ id: z.int() })) });

/** A receiver of webhooks on loopback, whose answers the test decides. */
export async function receiver(fateOf: (n: number) => Fate = () => 'ok') {
  const arrived: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const fate = fateOf(arrived.length);
      arrived.push({ path: request.url ?? '', id: String(request.headers['idempotency-key']), body, fate });
      answer(response, fate);
    });
    request.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  const taken = (): readonly Delivery[] => arrived.filter(({ fate }) => TAKEN.includes(fate));
  const messages = () => [...new Map(taken().map(({ id, body }) => [id, Message.parse(body)])).values()];
  return {
    origin: `http://127.0.0.1:${address.port}`,
    arrived,
    close,
    /** Messages that the receiver took, whether or not its answer came back. */
    taken,
    /** Ids of the events in messages that were taken, each message once. */
    events: (): readonly number[] => messages().flatMap(({ events }) => events.map(({ id }) => id)),
    leftOut: (): number => messages().reduce((sum, { left_out }) => sum + left_out, 0),
  };
}

const TAKEN: readonly Fate[] = ['ok', 'slow', 'large', 'unended', 'lost'];

function answer(response: ServerResponse, fate: Fate): void {
  switch (fate) {
    case 'ok':
      return void response.writeHead(200).end('ok');
    case 'slow':
      return void setTimeout(() => response.writeHead(204).end(), 5);
    case 'large':
      return void response.writeHead(200).end('x'.repeat(1_000_000));
    case 'unended':
      return void response.writeHead(200).write('o');
    case 'fault':
      return void response.writeHead(500).end('no');
    case 'redirect':
      return void response.writeHead(302, { location: '/elsewhere' }).end();
    case 'busy':
      return void response.writeHead(429, { 'retry-after': '3' }).end();
    case 'gone':
      return void response.writeHead(404).end();
    case 'reset':
    case 'lost':
      return void response.destroy();
    case 'hang':
      return;
  }
}
