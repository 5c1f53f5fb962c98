import { connect } from 'node:net';
import {
  type MarketAddress,
  readMarketAddress,
  removeMarketAddress,
  writeMarketAddress,
} from '../config/market-address.ts';
import { describeError } from '../lib/os-error.ts';
import { MarketFailure } from '../market/errors.ts';
import { marketInThread, type RunningMarketThread } from '../market/thread/client.ts';
import type { LogLine } from '../system/app-log.ts';
import type { MarketSettings } from './market-options.ts';

/** How a console reaches a market. */
export type MarketAccess = Pick<MarketAddress, 'origin' | 'project' | 'token'>;

/** What became of a joined market when its console ended: it goes on here or in another console, or it can't. */
export type MarketMove =
  | { readonly kind: 'here' | 'elsewhere'; readonly access: MarketAccess }
  | { readonly kind: 'lost'; readonly why: string };

/** A market on a file, run by this console or joined in another one. */
export type SharedMarket = {
  readonly access: Promise<MarketAccess>;
  /** Calls a function when the market moves to another address. */
  readonly onMove: (listen: (move: MarketMove) => void) => void;
  readonly stop: () => Promise<void>;
};

/** Longest wait for another console that has the file and is starting or ending, and the pause between two tries, in milliseconds. */
const PATIENCE_MS = 10_000;
const RETRY_MS = 100;
/** Longest wait for the answer of a market, in milliseconds. */
const ANSWER_MS = 3000;

/** The options that two consoles on one market have in common, and their flags. */
const FLAGS = {
  speed: '--speed',
  seed: '--seed',
  instances: '--instances',
  variants: '--reading',
  project: '--project',
  sshDestination: '--ssh',
} as const;

/**
 * Runs the market on a file, or joins it where another console runs it. The lock of the file decides which: only one process has
 * it. When the other console ends, the market goes on here, or in the console that was quicker.
 */
export function shareMarket(file: string, settings: MarketSettings, log: LogLine): SharedMarket {
  let own: RunningMarketThread | null = null;
  let stopped = false;
  let listener = (_: MarketMove): void => undefined;

  /** Runs the market here, or returns where another process runs it. */
  const reach = async (options: MarketSettings): Promise<MarketAddress | null> => {
    const start = performance.now();
    for (;;) {
      try {
        own = await marketInThread({ ...options, db: file }, log);
        log(`serves the console at ${own.origin}`);
        await announceMarket(file, own, options).catch((error: unknown) =>
          log(`other consoles can't join: ${describeError(error)}`),
        );
        return null;
      } catch (error) {
        if (!(error instanceof MarketFailure) || error.kind !== 'file-in-use') throw error;
        const address = await servedAddress(file);
        if (address !== null) return address;
        if (stopped || performance.now() - start > PATIENCE_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };

  /** Notices the end of a joined market by a connection to it, which a running market closes only when it is idle. */
  const follow = (address: MarketAddress): void => {
    const socket = connect(Number(new URL(address.origin).port), '127.0.0.1');
    let isConnected = false;
    socket.unref();
    socket.once('connect', () => {
      isConnected = true;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (stopped) return;
      if (isConnected) follow(address);
      else going = takeOver(address);
    });
  };

  const takeOver = async ({ options, token }: MarketAddress): Promise<void> => {
    try {
      const { readOptions } = await import('../market/options.ts');
      const { port: _port, db: _db, fresh: _fresh, ...same } = readOptions(options);
      const address = await reach({ ...same, token });
      if (own !== null) listener({ kind: 'here', access: own });
      else if (address !== null) {
        follow(address);
        listener({ kind: 'elsewhere', access: address });
      }
    } catch (error) {
      listener({ kind: 'lost', why: error instanceof Error ? error.message : String(error) });
    }
  };

  const access = (async (): Promise<MarketAccess> => {
    const address = await reach(settings);
    if (address === null) return own ?? Promise.reject(new Error('The market has ended.'));
    const why = await contradiction(file, settings, address);
    if (why !== null) throw new MarketFailure('file-in-use', why);
    log(`joined the market at ${address.origin}`);
    follow(address);
    return address;
  })();
  let going: Promise<unknown> = access.catch(() => undefined);

  return {
    access,
    onMove: (listen) => {
      listener = listen;
    },
    stop: async () => {
      stopped = true;
      await going;
      if (own === null) return;
      removeMarketAddress(file);
      await own.stop();
    },
  };
}

/** Returns the address of the market that another process runs on a file; null when nobody answers there. */
async function servedAddress(file: string): Promise<MarketAddress | null> {
  const address = readMarketAddress(file);
  return address !== null && (await answers(address)) ? address : null;
}

/** Returns the origin of the market that another process runs on a file; null when nobody answers there. */
export async function runningMarket(file: string): Promise<string | null> {
  return (await servedAddress(file))?.origin ?? null;
}

/** Makes the address of a market known to other consoles. Returns the function that ends that. */
export async function announceMarket(
  file: string,
  { origin, project, token }: MarketAccess,
  settings: MarketSettings,
): Promise<() => void> {
  writeMarketAddress(file, { origin, project, token, options: await sharedOptions(settings) });
  return () => removeMarketAddress(file);
}

/** Returns the options of a market that whoever continues it keeps. */
async function sharedOptions(settings: MarketSettings): Promise<Record<string, unknown>> {
  const { readOptions } = await import('../market/options.ts');
  const { speed, seed, instances, variants, project, sshDestination } = readOptions(settings);
  return { speed, seed, instances, variants, project, sshDestination };
}

/** Whether the market of an address answers to its token. */
async function answers({ origin, token }: MarketAddress): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/v2/api-keys`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** Returns why settings do not go with a market that already runs, in one sentence; null when they do. */
async function contradiction(
  file: string,
  settings: MarketSettings,
  { options }: MarketAddress,
): Promise<string | null> {
  const runs = `Another console runs the market in ${file}`;
  if (settings.fresh === true)
    return `${runs}, and --fresh would start it over. Quit that console first, or leave out --fresh to join it.`;
  const wanted: Record<string, unknown> = await sharedOptions(settings);
  const given: Record<string, unknown> = settings;
  const different = Object.entries(FLAGS).flatMap(([name, flag]) =>
    given[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(options[name]) ? [flag] : [],
  );
  if (different.length === 0) return null;
  const flags = different.join(' and ');
  return `${runs} with another ${flags}. Leave out ${flags} to join it, or give another file with --db.`;
}
