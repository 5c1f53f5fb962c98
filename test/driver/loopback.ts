import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens on a port of 127.0.0.1, by default a free one. Returns the port; the caller closes the server. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Serves on a free port of 127.0.0.1 until the test has finished. Returns the origin, `http://127.0.0.1:PORT`. */
export async function serveOnLoopback(server: HttpServer): Promise<string> {
  const port = await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${port}`;
}

/** Accepts TCP connections on a port of 127.0.0.1, by default a free one, until the test has finished, with a callback for each. Returns the port. */
export async function acceptOnLoopback(accept: (socket: Socket) => void, wanted = 0): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    accept(socket);
  });
  const port = await listenOnLoopback(server, wanted);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return port;
}
