// market: the embedded service; it shares contract and lib with the console, nothing else.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { endpoints } from '../contract/endpoints.ts';
import { createApp } from './app.ts';
import { admitConsole, makeSecret } from './credentials.ts';
import { advance, skip } from './engine/clock.ts';
import { notePrices } from './engine/note.ts';
import type { World } from './engine/world.ts';
import { MarketFailure } from './errors.ts';
import { type FilledOptions, type MarketOptions, readOptions } from './options.ts';
import { openStore, type Store } from './store.ts';
import { beginHistory } from './world/begin.ts';
import { presentFids, seedWorld } from './world/seed.ts';

/** `fids`: those every new world begins with, in this order. */
export type BegunWorld = { readonly at: number; readonly fids: readonly string[] };

export type RunningMarket = {
  /** `http://127.0.0.1:40123` */
  readonly origin: string;
  readonly project: string;
  readonly token: string;
  /** Null for a saved world. */
  readonly begun: BegunWorld | null;
  /** Answers every list once: the first request need not wait for cold code. */
  warmUp(): Promise<void>;
  /** Milliseconds, whatever the speed. */
  advance(milliseconds: number): void;
  /** Saves, and closes file and port. */
  stop(): Promise<void>;
};

export type Answer = (request: Request) => Response | Promise<Response>;

type Served = {
  readonly origin: string;
  readonly close: () => Promise<void>;
};

export type MarketHost = {
  /** Returns its end. */
  readonly every: (ms: number, then: () => void) => () => void;
  /** @throws {MarketFailure} when the port is taken */
  readonly serve: (answer: Answer, port: number) => Promise<Served>;
};

const loopback: MarketHost = {
  every: (ms, then) => {
    const timer = setInterval(then, ms);
    return () => clearInterval(timer);
  },
  serve: async (answer, port) => {
    const server = createAdaptorServer({ fetch: answer });
    return {
      origin: await listen(server, port),
      close: () => close(server),
    };
  },
};

/** Interval of time without requests. */
const BEAT = 500;

/** After a longer pause of the machine, events in between don't happen. */
const LONGEST_CATCH_UP = 3_600_000;

/** A saved world continues: at a speed above 0 its clock is set to now, and due events happen at once. @throws {MarketFailure} */
export async function serveMarket(
  given: MarketOptions = {},
  clock: () => number = Date.now,
  log: (line: string) => void = () => undefined,
  host: MarketHost = loopback,
): Promise<RunningMarket> {
  const options = readOptions(given);
  const store = openStore(options.db, options.fresh);
  try {
    return await run(options, store, clock, log, host);
  } catch (cause) {
    store.close();
    throw cause;
  }
}

async function run(
  options: FilledOptions,
  store: Store,
  clock: () => number,
  log: (line: string) => void,
  host: MarketHost,
): Promise<RunningMarket> {
  const { project, variants, extras, sshDestination, speed } = options;
  const token = options.token ?? makeSecret();
  const openedAt = clock();
  const saved = store.load();
  const world = saved ?? seedWorld(openedAt, options.seed, options.instances);
  world.slowRises = extras;
  if (saved === null) beginHistory(world, options);
  notePrices(world);
  const begun = saved === null ? { at: world.now, fids: presentFids(world) } : null;
  if (speed > 0 && world.now < openedAt) skip(world, openedAt);
  admitConsole(world, token);
  store.save(world);

  let base = world.now;
  const pass = () => {
    const now = Math.floor(base + (clock() - openedAt) * speed);
    if (now - world.now > LONGEST_CATCH_UP) skip(world, now);
    else advance(world, now);
  };
  let saves = true;
  const save = () => {
    if (!hasUnsaved(world)) return;
    try {
      store.save(world);
      if (!saves) log('the world is saved again');
      saves = true;
    } catch (cause) {
      // Tried again at each interval: logged only when it begins and ends.
      if (saves) log(`the world can't be saved: ${cause instanceof Error ? cause.message : String(cause)}`);
      saves = false;
      throw cause;
    }
  };
  const app = createApp({ market: { world, project, variants, extras, sshDestination }, pass, save, log });
  const served = await host.serve(app.fetch, options.port);
  const { origin } = served;
  const stopBeat = host.every(BEAT, () => {
    pass();
    try {
      save();
    } catch {
      // The next request tries again, and reports it.
    }
  });
  return {
    origin,
    project,
    token,
    begun,
    warmUp: async () => {
      for (const { method, path } of Object.values(endpoints)) {
        if (method !== 'GET' || path.includes('{')) continue;
        const url = `${origin}${path}?project=${encodeURIComponent(project)}`;
        await app.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }));
      }
    },
    advance: (milliseconds) => {
      pass();
      base += milliseconds;
      advance(world, world.now + milliseconds);
      save();
    },
    stop: async () => {
      stopBeat();
      await served.close();
      try {
        store.save(world);
      } finally {
        store.close();
      }
    },
  };
}

function hasUnsaved({ bids, instances, volumes, sshKeys, apiKeys }: World): boolean {
  return [bids, instances, volumes, sshKeys, apiKeys].some(({ unsaved }) => unsaved.size > 0);
}

async function listen(server: ServerType, port: number): Promise<string> {
  // Connections should outlast the pauses of polling clients.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 75_000;
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    throw code === 'EADDRINUSE'
      ? new MarketFailure('port-taken', `Port ${port} is taken by another program. Give another --port.`, cause)
      : new MarketFailure(
          'port-refused',
          `The market can't listen on port ${port} (${String(code ?? cause)}). Give another --port.`,
          cause,
        );
  }
  return `http://127.0.0.1:${portOf(server.address())}`;
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function close(server: ServerType): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await closed;
}
