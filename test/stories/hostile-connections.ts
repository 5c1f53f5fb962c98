import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Time after which a closed connection is opened again, in milliseconds. */
const AGAIN_MS = 250;

/** What hostile connections do: each gets the socket once it is connected. */
export const hostile = {
  'that send nothing': () => undefined,
  'that never end their headers': (socket) => socket.write('GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: '),
  'that stay after their request without the token was refused': (socket) =>
    socket.write('GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
  'that send a wrong token with a body that never comes': (socket) =>
    socket.write('POST /metrics HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer wrong\r\nContent-Length: 9\r\n\r\n'),
} satisfies Readonly<Record<string, (socket: Socket) => unknown>>;

/** What hostile programs of this machine do where no token is needed. */
export const askAndStay = (socket: Socket): unknown => socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');

/**
 * Keeps a number of connections open to an address until the test has finished, each opened again a moment after it is closed. Returns how
 * many were closed.
 */
export async function besiege(
  url: string,
  count: number,
  act: (socket: Socket) => unknown,
): Promise<{ readonly closed: () => number }> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let over = false;
  let closed = 0;
  const open = (): Promise<void> =>
    new Promise((resolve) => {
      if (over) return resolve();
      const socket = connect(Number(port), hostname, () => {
        act(socket);
        resolve();
      });
      sockets.add(socket);
      socket.resume().on('error', () => socket.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        closed += 1;
        setTimeout(() => void open(), AGAIN_MS);
      });
    });
  onTestFinished(() => {
    over = true;
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(Array.from({ length: count }, open));
  return { closed: () => closed };
}
