import type { Socket } from 'node:net';
import { type Environment, type NamedProxy, proxyFor } from './proxy.ts';
import type { TunnelTarget } from './proxy-tunnel.ts';

type Dispatcher = NonNullable<RequestInit['dispatcher']>;
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
  if (!isDispatcher(made))
    throw Object.assign(new Error('This Node has no agent for a proxy.'), { code: 'PROXY_UNUSABLE' });
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

const connectBy =
  ({ url }: NamedProxy) =>
  (target: TunnelTarget, connected: (error: unknown, socket: Socket | null) => void): void => {
    // Loaded with the first connection through a proxy: most programs have none.
    import('./proxy-tunnel.ts')
      .then(({ socketTo }) => socketTo(url, target))
      .then(
        (socket) => connected(null, socket),
        (error: unknown) => connected(error, null),
      );
  };
