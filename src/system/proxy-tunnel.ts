import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';

export type TunnelTarget = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly servername?: string | null;
};

/** Longest wait for a proxy, in milliseconds. */
const CONNECT_MS = 10_000;

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/** Connects to a target through a proxy; https is encrypted up to the target. */
export async function socketTo(proxy: URL, { protocol, hostname, port, servername }: TunnelTarget): Promise<Socket> {
  const isSecure = protocol === 'https:';
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  const tunnel = await tunnelTo(proxy, `${host}:${port || (isSecure ? 443 : 80)}`);
  if (!isSecure) return tunnel;
  return new Promise((resolve, reject) => {
    const name = servername || hostname;
    const socket = connect({ socket: tunnel, host: hostname, servername: name, ALPNProtocols: ['http/1.1'] });
    socket.once('error', reject).once('secureConnect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

function tunnelTo(proxy: URL, to: string): Promise<Socket> {
  const request = proxy.protocol === 'https:' ? secureRequest : plainRequest;
  const { username, password, hostname, port, protocol } = proxy;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const options: RequestOptions = {
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (protocol === 'https:' ? 443 : 80),
    path: to,
    headers: {
      host: to,
      ...(credentials === ':' ? {} : { 'proxy-authorization': `Basic ${btoa(credentials)}` }),
    },
    agent: false,
    timeout: CONNECT_MS,
  };
  return new Promise((resolve, reject) => {
    const asked = request(options);
    asked.once('error', reject);
    asked.once('timeout', () =>
      asked.destroy(Object.assign(failure('ETIMEDOUT', 'no answer'), { syscall: 'connect' })),
    );
    asked.once('connect', ({ statusCode = 0 }, socket) => {
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(failure('PROXY_REFUSED', `status ${statusCode}`));
    });
    asked.end();
  });
}
