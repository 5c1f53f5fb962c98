import { expect, test } from 'vitest';
import { probe } from '../../../src/features/ssh/probe.ts';
import { acceptOnLoopback } from '../../driver/loopback.ts';

const at = (port: number) => ({ user: null, host: '127.0.0.1', port });

test('a server that sends its SSH version is up, also after other lines and in drips', async () => {
  const plain = await acceptOnLoopback((socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'));
  expect(await probe(at(plain))).toMatchObject({ kind: 'up' });
  const greeting = await acceptOnLoopback((socket) => socket.write('Welcome to the farm\r\nSSH-2.0-x\r\n'));
  expect(await probe(at(greeting))).toMatchObject({ kind: 'up' });
  const drips = await acceptOnLoopback((socket) => {
    for (const letter of 'SSH-2.0-drip\r\n') socket.write(letter);
  });
  expect(await probe(at(drips))).toMatchObject({ kind: 'up' });
});

test('a closed port is refused', async () => {
  const port = await acceptOnLoopback(() => undefined);
  const other = await acceptOnLoopback((socket) => socket.destroy());
  expect(port).not.toBe(other);
  expect(await probe({ user: null, host: '127.0.0.1', port: 1 })).toEqual({ kind: 'refused' });
});

test('a server that stays silent, hangs up, or sends without end has no banner, and is not waited for', async () => {
  expect(await probe(at(await acceptOnLoopback(() => undefined)), 60)).toEqual({ kind: 'no-banner' });
  expect(await probe(at(await acceptOnLoopback((socket) => socket.end('HTTP/1.1 400\r\n'))))).toEqual({
    kind: 'no-banner',
  });
  expect(await probe(at(await acceptOnLoopback((socket) => socket.write('x'.repeat(9000)))))).toEqual({
    kind: 'no-banner',
  });
});

test('a name that does not exist is a bad name', async () => {
  expect(await probe({ user: null, host: 'nobody.invalid', port: 22 })).toMatchObject({
    kind: expect.stringMatching(/bad-name|timeout/),
  });
});
