import type { RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { type Environment, type NamedProxy, proxyFor } from './proxy.ts';

type Dispatcher = NonNullable<RequestInit['dispatcher']>;
/** What an agent of Node's fetch connects to. */
type Target = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly servername?: string | null;
};

/** Longest wait for a proxy to connect, in milliseconds. */
const CONNECT_MS = 10_000;

/** Agents by the address of their proxy, that of the direct way by an empty text; null where Node's own connects directly. */
const agents = new Map<string, Dispatcher | null>();

/** A function that sends requests as `fetch` does, each through the proxy that the environment names for its address. */
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

/** With NODE_USE_ENV_PROXY Node's own agent would send to this machine by the proxy, too. */
const directAgent = (): Dispatcher | null => (nodesAgent()?.constructor.name === 'Agent' ? null : agentWith({}));

/** Makes an agent of the class that this Node's fetch uses, which exports none: an agent in use, or a part of it, is of that class. */
function agentWith(options: object): Dispatcher {
  const own = nodesAgent();
  const parts = own === null ? [] : Object.getOwnPropertySymbols(own).map((name): unknown => Reflect.get(own, name));
  const agent = [own, ...parts].find((one) => isObject(one) && one.constructor.name === 'Agent');
  const made: unknown = isObject(agent) ? Reflect.construct(agent.constructor, [options]) : null;
  if (!isDispatcher(made)) throw failure('PROXY_UNUSABLE', 'This Node has no agent for a proxy.');
  return made;
}

/** The agent of this Node's fetch, where all copies of undici look for it; the name of the newest first. */
function nodesAgent(): object | null {
  // The first use loads undici.
  if (typeof Request !== 'function') return null;
  const found = ['2', '1'].map((version): unknown =>
    Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)),
  );
  return found.find(isObject) ?? null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isDispatcher = (value: unknown): value is Dispatcher => isObject(value) && 'dispatch' in value;

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

const connectBy =
  ({ url }: NamedProxy) =>
  (target: Target, connected: (error: unknown, socket: Socket | null) => void): void => {
    socketTo(url, target).then(
      (socket) => connected(null, socket),
      (error: unknown) => connected(error, null),
    );
  };

/** Opens a connection to a target through a proxy; over https it is encrypted from here to the target. */
async function socketTo(proxy: URL, { protocol, hostname, port, servername }: Target): Promise<Socket> {
  const isSecure = protocol === 'https:';
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  const tunnel = await tunnelTo(proxy, `${host}:${port || (isSecure ? 443 : 80)}`);
  if (!isSecure) return tunnel;
  const { connect } = await import('node:tls');
  return new Promise((resolve, reject) => {
    const name = servername || hostname;
    const socket = connect({ socket: tunnel, host: hostname, servername: name, ALPNProtocols: ['http/1.1'] });
    socket.once('error', reject).once('secureConnect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** Has a proxy connect to a host and port. */
async function tunnelTo(proxy: URL, to: string): Promise<Socket> {
  const { request } = await (proxy.protocol === 'https:' ? import('node:https') : import('node:http'));
  const { username, password, hostname, port, protocol } = proxy;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const options: RequestOptions = {
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (protocol === 'https:' ? 443 : 80),
    path: to,
    headers: {
      host: to,
      ...(credentials === ':' ? {} : { 'proxy-authorization': `Basic ${btoa(credentials)}` }),
    },
    agent: false,
    timeout: CONNECT_MS,
  };
  return new Promise((resolve, reject) => {
    const asked = request(options);
    asked.once('error', reject);
    asked.once('timeout', () =>
      asked.destroy(Object.assign(failure('ETIMEDOUT', 'no answer'), { syscall: 'connect' })),
    );
    asked.once('connect', ({ statusCode = 0 }, socket) => {
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(failure('PROXY_REFUSED', `status ${statusCode}`));
    });
    asked.end();
  });
}
