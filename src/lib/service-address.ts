/**
 * The address of a service as it is used, shown and kept. A user name and a password in it are left out, because the token is the only
 * credential; so are a query, a fragment, and the /v2 that every path begins with. An address with none of these stays as it was written: its
 * text names the service in the journal.
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

/** A text without the user names and passwords of the addresses in it. */
export function withoutPasswords(text: string): string {
  return text.replace(/(\w+:\/\/)\S*@|[^\s/]*:\S*@/g, '$1');
}
