import { createServer as createHttpServer, type Server as HttpServer, type IncomingHttpHeaders } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** By default a free port. The caller closes the server. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Until the end of the test. Returns the origin, `http://127.0.0.1:PORT`. */
export async function serveOnLoopback(server: HttpServer): Promise<string> {
  const port = await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${port}`;
}

/** Accepts TCP connections until the end of the test. Returns the port. */
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

/** Leads every name to one port; `refusing` is the status of a proxy that connects nobody. */
export async function openProxy(port: number, refusing: number | null = null) {
  const asked: { readonly to: string; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createHttpServer((_, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push({ to: url, headers });
    socket.on('error', () => undefined);
    if (refusing !== null) return void socket.end(`HTTP/1.1 ${refusing} No\r\n\r\n`);
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('close', () => target.destroy());
  });
  const own = await listenOnLoopback(server);
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${own}`, asked };
}
