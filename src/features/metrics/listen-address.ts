import { isIP } from 'node:net';
import { isThisMachine } from '../../lib/this-machine.ts';

export type ListenAddress = { readonly host: string; readonly port: number; readonly isLoopback: boolean };

/** Reads `127.0.0.1:9464` or `[::1]:9464`; of names only localhost. */
export function parseListenAddress(text: string): ListenAddress | null {
  const [, host = '', digits = ''] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(text.trim()) ?? [];
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  const port = Number(digits);
  if (digits === '' || port > 65_535) return null;
  if (bare === 'localhost') return { host: '127.0.0.1', port, isLoopback: true };
  const family = isIP(bare);
  if (family === 0 || (family === 6) !== host.startsWith('[')) return null;
  return { host: bare, port, isLoopback: isThisMachine(host) };
}

export const addressText = ({ host, port }: Pick<ListenAddress, 'host' | 'port'>): string =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
