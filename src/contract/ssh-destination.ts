/**
 * Understood: `host`, `user@host`, `host:port`, `[v6]:port` and a bare IPv6 address; the format is not shown (section
 * 2.5).
 */
export type Destination = { readonly user: string | null; readonly host: string; readonly port: number | null };

const USER = /^[a-z_][a-z0-9_.-]{0,31}$/i;
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)*\.?$/i;
const V6 = /^[0-9a-f:.]{2,45}$/i;

/** Null for a possible option, path, or syntax of a shell or URL. */
export function parseDestination(text: string): Destination | null {
  const [before, after] = splitOnce(text, '@');
  const user = after === null ? null : before;
  if (user !== null && !USER.test(user)) return null;
  const address = after ?? before;
  const bracketed = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(address);
  if (bracketed !== null) return whole(user, bracketed[1] ?? '', bracketed[2], isV6);
  if (isV6(address)) return whole(user, address, undefined, isV6);
  const [host, port] = splitOnce(address, ':');
  if (port !== null && !/^\d{1,5}$/.test(port)) return null;
  return whole(user, host, port ?? undefined, (name) => name.length <= 253 && NAME.test(name));
}

/** Arguments of `ssh`: `--` keeps a destination from becoming an option. */
export function sshArguments({ user, host, port }: Destination): readonly string[] {
  return [...(port === null ? [] : ['-p', String(port)]), '--', user === null ? host : `${user}@${host}`];
}

function whole(
  user: string | null,
  host: string,
  port: string | undefined,
  fits: (host: string) => boolean,
): Destination | null {
  const number = port === undefined ? null : Number(port);
  if (!fits(host) || (number !== null && (number < 1 || number > 65_535))) return null;
  return { user, host, port: number };
}

function isV6(host: string): boolean {
  return V6.test(host) && host.split(':').length > 2;
}

function splitOnce(text: string, at: string): [string, string | null] {
  const index = text.indexOf(at);
  return index < 0 ? [text, null] : [text.slice(0, index), text.slice(index + 1)];
}

const NOWHERE = /^(?:192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)\d+$|^2001:0?db8:/i;

/** An address for documentation (RFC 5737, RFC 3849) never answers. */
export function isUnroutable({ host }: Destination): boolean {
  return NOWHERE.test(host);
}
