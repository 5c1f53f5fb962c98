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

/** Why an address can't be used, as a clause without it; null when it can. */
export function wrongInUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return 'the URL is not an address such as https://hooks.example.com/…';
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `the URL begins with ${url.protocol} and not with https:`;
  if (url.username !== '' || url.password !== '')
    return 'the URL has a user name or a password in it, which is not supported';
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    return `the URL begins with http:, which is allowed for this machine alone; ${url.hostname} needs https:`;
  return null;
}
