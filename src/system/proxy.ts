import { isThisMachine } from '../lib/this-machine.ts';

/** Variables that name proxies, among others. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that requests to an address go through, and the variable that names it. */
export type NamedProxy = { readonly url: URL; readonly variable: string };

/** Variables that name the proxy for an address, the first that is set counts: as other programs read them, small letters first. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'https:': ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY'],
};

/** The proxy for an address; null when it is reached directly: this machine always is, and so is what NO_PROXY names. */
export function proxyFor(to: URL, environment: Environment): NamedProxy | null {
  const variable = VARIABLES[to.protocol]?.find((name) => isSet(environment[name]));
  if (variable === undefined || isThisMachine(to.hostname)) return null;
  const excepted = environment['no_proxy'] || environment['NO_PROXY'] || '';
  if (excepted.split(/[\s,]+/).some((entry) => isExcepted(entry.toLowerCase(), to))) return null;
  const url = proxyAt(environment[variable] ?? '');
  return url === null ? null : { url, variable };
}

/** What is wrong with a variable that names a proxy, as a sentence; null when nothing is. */
export function proxyFault(environment: Environment): string | null {
  const wrong = Object.values(VARIABLES)
    .flat()
    .find((name) => isSet(environment[name]) && proxyAt(environment[name] ?? '') === null);
  return wrong === undefined
    ? null
    : `${wrong} names no http or https proxy, such as http://proxy.example:3128, so none is used.`;
}

/** The address of a proxy without the user name and the password in it. */
export const proxyAddress = ({ url }: NamedProxy): string => `${url.protocol}//${url.host}`;

const isSet = (value: string | undefined): boolean => (value ?? '').trim() !== '';

function proxyAt(text: string): URL | null {
  const written = text.trim();
  const url = URL.parse(written.includes('://') ? written : `http://${written}`);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}

/** Whether an entry of NO_PROXY names an address: `*`, a host, or a domain with all below it; with a port only there. */
function isExcepted(entry: string, { protocol, hostname, port }: URL): boolean {
  if (entry === '*') return true;
  const [, name = '', at] = /^(.*?)(?::(\d+))?$/.exec(entry.replace(/^\*?\./, '')) ?? [];
  if (name === '' || (at !== undefined && at !== (port || (protocol === 'https:' ? '443' : '80')))) return false;
  return hostname === name || hostname.endsWith(`.${name}`);
}
