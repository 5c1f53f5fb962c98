import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import type { ServerType } from '@hono/node-server';

/** Where other consoles of the same user join a market. Both sides prove by TLS that they have the key, before anything is sent. */
export type JoinAddress = { readonly port: number; readonly key: string };

/** Key exchange by a key that both sides have, without certificates (RFC 4279). Node supports it up to TLS 1.2. */
const BY_KEY = { ciphers: 'PSK-AES256-GCM-SHA384', minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
const IDENTITY = 'spotdeck';
/** What a connection is for: requests, or only to notice the market's end. */
type Purpose = 'http/1.1' | 'spotdeck-presence';
const PURPOSES: readonly Purpose[] = ['http/1.1', 'spotdeck-presence'];
/** Longest wait for the other side's proof, in milliseconds. */
const PROOF_MS = 3000;

/** Lets consoles join the market of a server, under a new key. */
export async function openToConsoles(
  market: ServerType,
): Promise<{ readonly join: JoinAddress; stop(): Promise<void> }> {
  const key = randomBytes(32);
  const options = { ...BY_KEY, pskCallback: () => key, ALPNProtocols: [...PURPOSES], handshakeTimeout: PROOF_MS };
  const open = new Set<Socket>();
  const server = createServer(options, (line) => {
    open.add(line);
    line.once('close', () => open.delete(line));
    line.on('error', () => line.destroy());
    if (line.alpnProtocol === 'http/1.1') market.emit('connection', line);
    else line.resume();
  });
  const port = await listenOnLoopback(server);
  return {
    join: { port, key: key.toString('base64url') },
    stop: () => closed(server, open),
  };
}

/** Connects to a market until it ends; null when nobody with its key answers there. */
export async function presenceAt(address: JoinAddress): Promise<Socket | null> {
  const line = lineTo(address, 'spotdeck-presence');
  const isProven = await new Promise<boolean>((resolve) => {
    line.once('secureConnect', () => resolve(true));
    line.once('close', () => resolve(false));
  });
  if (!isProven) return null;
  line.resume();
  return line;
}

/** A port of this process that leads to a market with the same key, connection by connection. */
export type Relay = {
  /** Base address, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Leads to another market, or nowhere: then connections are closed at once. The port stays, so that no other program gets it. */
  readonly leadTo: (address: JoinAddress | null) => void;
  readonly stop: () => Promise<void>;
};

/** Opens a relay, so that the HTTP client needs to know nothing of keys. */
export async function openRelay(): Promise<Relay> {
  let target: JoinAddress | null = null;
  const open = new Set<Socket>();
  const server = createTcpServer((near) => {
    near.on('error', () => near.destroy());
    if (target === null) {
      near.destroy();
      return;
    }
    const far = lineTo(target, 'http/1.1');
    open.add(near);
    near.once('close', () => {
      open.delete(near);
      far.destroy();
    });
    far.once('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    leadTo: (address) => {
      target = address;
      for (const near of open) near.destroy();
    },
    stop: () => closed(server, open),
  };
}

/** What is written to the result waits until the other side has proved that it has the key. */
function lineTo({ port, key }: JoinAddress, purpose: Purpose): TLSSocket {
  const line = connect({
    ...BY_KEY,
    host: '127.0.0.1',
    port,
    ALPNProtocols: [purpose],
    pskCallback: () => ({ psk: Buffer.from(key, 'base64url'), identity: IDENTITY }),
    // There is no certificate: the key is the identity.
    checkServerIdentity: () => undefined,
  });
  const impatient = setTimeout(() => line.destroy(), PROOF_MS);
  line.once('secureConnect', () => clearTimeout(impatient));
  line.once('close', () => clearTimeout(impatient));
  line.on('error', () => line.destroy());
  return line;
}

async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function closed(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  const end = once(server, 'close');
  server.close();
  for (const socket of open) socket.destroy();
  await end;
}
