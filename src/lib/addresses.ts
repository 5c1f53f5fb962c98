import { isIP } from 'node:net';
import { isThisMachine } from './this-machine.ts';

/**
 * A service's address without credentials, query, fragment and /v2. One without these stays as written: the journal
 * knows it by that text.
 */
export function serviceAddress(written: string): string {
  const url = new URL(written);
  const { username, password, search, hash, pathname } = url;
  if (`${username}${password}${search}${hash}` === '' && !VERSION.test(pathname)) return written;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  url.pathname = pathname.replace(VERSION, '');
  return url.href.replace(/\/+$/, '');
}

const VERSION = /(?:\/+v2)+\/*$/;

/** A text without the user names and passwords of its addresses. */
export function withoutPasswords(text: string): string {
  return text.replace(/(\w+:\/\/)\S*@|[^\s/]*:\S*@/g, '$1');
}

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
