import { isThisMachine } from '../../lib/this-machine.ts';
import type { NotifyTarget } from './target.ts';

/** Where the address of a target comes from. It is a secret: chat services put their token in its path. */
export type UrlSource =
  | { readonly kind: 'value'; readonly url: string }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: readonly string[] };

/** A `[[notify]]` of the config file. */
export type NotifySetting = NotifyTarget & { readonly source: UrlSource };

/** An address as it is written: its scheme, and all up to its path. */
const WRITTEN = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)[^\s\p{Cc}]*$/iu;
/** A host as URLs write it: names with dots between them, or an IPv6 address. */
const HOST = /^(?:[^.]+(?:\.[^.]+)*\.?|\[.+\])$/;

/** Why an address can't be used, as a clause without it; null when it can. The parser alone would take `https:///x` for the host x. */
export function wrongInUrl(text: string): string | null {
  const [, scheme = '', authority = ''] = WRITTEN.exec(text) ?? [];
  if (scheme === '') return 'the URL is not an address such as https://hooks.example.com/…';
  if (!/^https?$/i.test(scheme)) return `the URL begins with ${scheme.toLowerCase()}: and not with https:`;
  if (authority.includes('@')) return 'the URL has a user name or a password in it, which is not supported';
  const url = URL.parse(text);
  if (url === null || /^(?::|$)|[\\\s]/.test(authority) || !HOST.test(url.hostname))
    return 'the URL names no host: it begins with https:// and the name of a machine';
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    return `the URL begins with http:, which is allowed for this machine alone; ${url.hostname} needs https:`;
  return null;
}
