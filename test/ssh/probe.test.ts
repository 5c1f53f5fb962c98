import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { probe } from '../../src/ssh/probe.ts';

/** Starts a server on loopback with a callback for each connection; returns its port. */
async function listener(treat: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    treat(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const at = (port: number) => ({ user: null, host: '127.0.0.1', port });

test('a server that sends its SSH version is up, also after other lines and in drips', async () => {
  const plain = await listener((socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'));
  expect(await probe(at(plain))).toMatchObject({ kind: 'up' });
  const greeting = await listener((socket) => socket.write('Welcome to the farm\r\nSSH-2.0-x\r\n'));
  expect(await probe(at(greeting))).toMatchObject({ kind: 'up' });
  const drips = await listener((socket) => {
    for (const letter of 'SSH-2.0-drip\r\n') socket.write(letter);
  });
  expect(await probe(at(drips))).toMatchObject({ kind: 'up' });
});

test('a closed port is refused', async () => {
  const port = await listener(() => undefined);
  const other = await listener((socket) => socket.destroy());
  expect(port).not.toBe(other);
  expect(await probe({ user: null, host: '127.0.0.1', port: 1 })).toEqual({ kind: 'refused' });
});

test('a server that stays silent, hangs up, or sends without end has no banner, and is not waited for', async () => {
  expect(await probe(at(await listener(() => undefined)), 60)).toEqual({ kind: 'no-banner' });
  expect(await probe(at(await listener((socket) => socket.end('HTTP/1.1 400\r\n'))))).toEqual({ kind: 'no-banner' });
  expect(await probe(at(await listener((socket) => socket.write('x'.repeat(9000)))))).toEqual({ kind: 'no-banner' });
});

test('a name that does not exist is a bad name', async () => {
  expect(await probe({ user: null, host: 'nobody.invalid', port: 22 })).toMatchObject({
    kind: expect.stringMatching(/bad-name|timeout/),
  });
});
