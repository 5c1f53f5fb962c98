import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenOnLoopback } from '../driver/loopback.ts';

/** Service over https with a new self-signed certificate. */
export async function selfSigned(): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const ask = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  try {
    execFileSync('openssl', ['req', ...ask, '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'pipe' });
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
      response.end('[]'),
    );
    server.on('tlsClientError', () => undefined);
    const port = await listenOnLoopback(server);
    return {
      origin: `https://127.0.0.1:${port}`,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
