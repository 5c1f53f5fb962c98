import { isThisMachine } from '../../lib/this-machine.ts';
import type { Filter } from '../../resources/filter/parse.ts';

/** Body of a chat service, by the name of the format. */
export const CHATS = {
  slack: (text: string): object => ({ text }),
  discord: (content: string): object => ({ content, allowed_mentions: { parse: [] } }),
} as const;
type Chat = keyof typeof CHATS;

export type NotifyFormat = 'json' | Chat;
export const NOTIFY_FORMATS: readonly NotifyFormat[] = [
  'json',
  ...Object.keys(CHATS).filter((name): name is Chat => Object.hasOwn(CHATS, name)),
];

/** The events a `[[notify]]` wants, and their shape. */
export type NotifyTarget = {
  readonly name: string;
  readonly format: NotifyFormat;
  readonly filter: Filter;
  /** Empty for all but the demo's. */
  readonly profiles: readonly string[];
  /** How long a message waits for more events. */
  readonly groupMs: number;
};

/** `url` rejects with a sentence without the address. */
export type AddressedTarget = NotifyTarget & { readonly url: () => Promise<URL> };

/** Profile of the embedded market. */
const DEMO = 'demo';

/** Nothing in the demo is real: its events go only where it is named. */
export const takesProfile = ({ profiles }: Pick<NotifyTarget, 'profiles'>, profile: string): boolean =>
  profiles.length === 0 ? profile !== DEMO : profiles.includes(profile);

/** A secret: chat services put their token in its path. */
export type UrlSource =
  | { readonly kind: 'value'; readonly url: string }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: readonly string[] };

export type NotifySetting = NotifyTarget & { readonly source: UrlSource };

/** Scheme, and all up to the path. */
const WRITTEN = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)[^\s\p{Cc}]*$/iu;
/** Names with dots, or an IPv6 address. */
const HOST = /^(?:[^.]+(?:\.[^.]+)*\.?|\[.+\])$/;

/** Why an address can't be used: a clause without it. A parser alone would take `https:///x`. */
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
