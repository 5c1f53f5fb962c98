import { createServer } from 'node:http';
import { serveOnLoopback } from '../driver/loopback.ts';

/** A service without rows that makes API keys with this secret, and SSH keys with this private half. */
export async function oneSecret(secret: string, privateKey = ''): Promise<{ readonly origin: string }> {
  const made = { fid: 'key_made', created_at: null };
  const server = createServer((request, response) => {
    request.resume();
    const isPair = request.url?.startsWith('/v2/ssh-keys') === true;
    const answer =
      request.method === 'GET'
        ? request.url?.startsWith('/v2/spot') === true
          ? { data: [], next_cursor: null }
          : []
        : isPair
          ? { ...made, name: 'p', project: 'proj_demo', public_key: 'ssh-rsa AAAA', private_key: privateKey }
          : { ...made, name: 'k', expires_at: null, deactivated_at: null, snippet: 'fkey_', secret };
    response
      .writeHead(request.method === 'GET' ? 200 : 201, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer));
  });
  return { origin: await serveOnLoopback(server) };
}
