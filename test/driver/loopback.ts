import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';

/** Serves on a free port of 127.0.0.1 until the test has finished. Returns the origin, `http://127.0.0.1:PORT`. */
export async function serveOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}
