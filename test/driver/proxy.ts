import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from './loopback.ts';

/** A proxy that leads each name to one port of this machine; `refusing` is the status of one that connects nobody. */
export async function openProxy(port: number, refusing: number | null = null) {
  const asked: { readonly to: string; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer((_, response) => response.writeHead(405).end());
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
