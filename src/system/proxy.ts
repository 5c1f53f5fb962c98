import type { Socket } from 'node:net';
import { isThisMachine } from '../lib/this-machine.ts';
import type { TunnelTarget } from './proxy-tunnel.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type NamedProxy = { readonly url: URL; readonly variable: string };

/** The first variable set counts, small letters first as in other programs. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'https:': ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY'],
};

/** Null for this machine and entries of NO_PROXY. */
export function proxyFor(to: URL, environment: Environment): NamedProxy | null {
  const variable = VARIABLES[to.protocol]?.find((name) => isSet(environment[name]));
  if (variable === undefined || isThisMachine(to.hostname)) return null;
  const excepted = environment['no_proxy'] || environment['NO_PROXY'] || '';
  if (excepted.split(/[\s,]+/).some((entry) => isExcepted(entry.toLowerCase(), to))) return null;
  const url = proxyAt(environment[variable] ?? '');
  return url === null ? null : { url, variable };
}

export function proxyFault(environment: Environment): string | null {
  const wrong = Object.values(VARIABLES)
    .flat()
    .find((name) => isSet(environment[name]) && proxyAt(environment[name] ?? '') === null);
  return wrong === undefined
    ? null
    : `${wrong} names no http or https proxy, such as http://proxy.example:3128, so none is used.`;
}

/** The address without user name and password. */
export const proxyAddress = ({ url }: NamedProxy): string => `${url.protocol}//${url.host}`;

const isSet = (value: string | undefined): boolean => (value ?? '').trim() !== '';

function proxyAt(text: string): URL | null {
  const written = text.trim();
  const url = URL.parse(written.includes('://') ? written : `http://${written}`);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}

/** An entry is `*`, a host or a domain, each also with a port. */
function isExcepted(entry: string, { protocol, hostname, port }: URL): boolean {
  if (entry === '*') return true;
  const [, name = '', at] = /^(.*?)(?::(\d+))?$/.exec(entry.replace(/^\*?\./, '')) ?? [];
  if (name === '' || (at !== undefined && at !== (port || (protocol === 'https:' ? '443' : '80')))) return false;
  return hostname === name || hostname.endsWith(`.${name}`);
}

type Dispatcher = NonNullable<RequestInit['dispatcher']>;
/** By proxy address; null if Node's own agent connects directly. */
const agents = new Map<string, Dispatcher | null>();

export const proxiedFetch =
  (environment: Environment): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const agent = agentFor(proxyFor(url, environment));
    return agent === null ? fetch(input, init) : fetch(input, { ...init, dispatcher: agent });
  };

function agentFor(proxy: NamedProxy | null): Dispatcher | null {
  const key = proxy?.url.href ?? '';
  const known = agents.get(key);
  if (known !== undefined) return known;
  const made = proxy === null ? directAgent() : agentWith({ connect: connectBy(proxy) });
  agents.set(key, made);
  return made;
}

/** With NODE_USE_ENV_PROXY Node's agent would use the proxy for this machine too. */
const directAgent = (): Dispatcher | null => (nodesAgent()?.constructor.name === 'Agent' ? null : agentWith({}));

/** fetch's own class is not exported, so it comes from an agent in use. */
function agentWith(options: object): Dispatcher {
  const own = nodesAgent();
  const parts = own === null ? [] : Object.getOwnPropertySymbols(own).map((name): unknown => Reflect.get(own, name));
  const agent = [own, ...parts].find((one) => isObject(one) && one.constructor.name === 'Agent');
  const made: unknown = isObject(agent) ? Reflect.construct(agent.constructor, [options]) : null;
  if (!isDispatcher(made))
    throw Object.assign(new Error('This Node has no agent for a proxy.'), { code: 'PROXY_UNUSABLE' });
  return made;
}

/** Node's own proxy agent, looked up by the names undici gave it, newest first. */
function nodesAgent(): object | null {
  if (typeof Request !== 'function') return null;
  const found = ['2', '1'].map((version): unknown =>
    Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)),
  );
  return found.find(isObject) ?? null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isDispatcher = (value: unknown): value is Dispatcher => isObject(value) && 'dispatch' in value;

const connectBy =
  ({ url }: NamedProxy) =>
  (target: TunnelTarget, connected: (error: unknown, socket: Socket | null) => void): void => {
    // Most programs have no proxy.
    import('./proxy-tunnel.ts')
      .then(({ socketTo }) => socketTo(url, target))
      .then(
        (socket) => connected(null, socket),
        (error: unknown) => connected(error, null),
      );
  };
