/** Without credentials, query, fragment and /v2; else as written, as in the journal. */
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

export function withoutPasswords(text: string): string {
  return text.replace(/(\w+:\/\/)\S*@|[^\s/]*:\S*@/g, '$1');
}
