import { createServer } from 'node:http';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { openToConsoles, openRelay as openUntilStopped, presenceAt, type Relay } from '../../src/market/joining.ts';
import { acceptOnLoopback } from '../driver/loopback.ts';

/** A server behind a door for those with its key, and the tokens that it got. */
async function openDoor() {
  const tokens: string[] = [];
  const server = createServer((request, response) => {
    tokens.push(String(request.headers.authorization));
    response.end('[]');
  });
  return { tokens, ...(await openToConsoles(server)) };
}

async function openRelay(): Promise<Relay> {
  const relay = await openUntilStopped();
  onTestFinished(relay.stop);
  return relay;
}

const ask = (origin: string): Promise<string> =>
  fetch(`${origin}/v2/api-keys`, { headers: { authorization: 'Bearer secret' } }).then(
    (answer) => answer.text(),
    () => 'no answer',
  );

test('a console with the key of a market reaches it, and notices its end', async () => {
  const { join, stop, tokens } = await openDoor();
  const relay = await openRelay();
  relay.leadTo(join);
  const presence = await presenceAt(join);
  expect([await ask(relay.origin), await ask(relay.origin), tokens]).toEqual([
    '[]',
    '[]',
    ['Bearer secret', 'Bearer secret'],
  ]);
  const ended = new Promise((resolve) => presence?.once('close', resolve));
  await stop();
  await ended;
  expect(await presenceAt(join)).toBeNull();
  expect(await ask(relay.origin)).toBe('no answer');
});

test('a console with another key reaches nothing, and sends nothing', async () => {
  const { join, stop, tokens } = await openDoor();
  const other = await openDoor();
  const relay = await openRelay();
  relay.leadTo({ port: join.port, key: other.join.key });
  expect([await ask(relay.origin), await presenceAt({ port: join.port, key: other.join.key }), tokens]).toEqual([
    'no answer',
    null,
    [],
  ]);
  await Promise.all([stop(), other.stop()]);
});

test.each([
  ['answers as a web server', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'],
  ['refuses the proof', '\u0015\u0003\u0003\u0000\u0002\u0002\u0028'],
])('a program that %s in place of a market gets no word of a request', async (_, answer) => {
  let heard = '';
  const port = await acceptOnLoopback((socket) => {
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      socket.write(answer, 'latin1');
    });
  });
  const { join, stop } = await openDoor();
  await stop();
  const relay = await openRelay();
  relay.leadTo({ ...join, port });
  expect([await ask(relay.origin), await presenceAt({ ...join, port })]).toEqual(['no answer', null]);
  expect(heard).not.toMatch(/secret|GET/);
});

test('a market speaks to nobody who does not begin with its key', async () => {
  const { join, stop, tokens } = await openDoor();
  const answer = await fetch(`http://127.0.0.1:${join.port}/v2/api-keys`).catch(() => 'no answer');
  expect(answer).toBe('no answer');
  const ended = await new Promise((resolve) => {
    const line = connectTls({ host: '127.0.0.1', port: join.port, rejectUnauthorized: false });
    line.once('secureConnect', () => resolve('connected'));
    line.once('error', () => resolve('refused'));
  });
  expect([ended, tokens]).toEqual(['refused', []]);
  await stop();
});
