import type { Socket } from 'node:net';
import {
  type MarketAddress,
  readMarketAddress,
  removeMarketAddress,
  writeMarketAddress,
} from '../config/market-address.ts';
import { pause } from '../lib/clock.ts';
import { describeError } from '../lib/os-error.ts';
import { MarketFailure } from '../market/errors.ts';
import type { Relay } from '../market/joining.ts';
import type { BegunWorld } from '../market/server.ts';
import type { RunningMarketThread } from '../market/thread/client.ts';
import type { LogLine } from '../system/app-log.ts';
import { system } from '../system/system.ts';
import type { MarketSettings } from './market-options.ts';
import { startMarket } from './start-market.ts';

/** How a console reaches a market. */
export type MarketAccess = Pick<MarketAddress, 'origin' | 'project' | 'token'>;

/** A market that another process runs, and a connection to it that lasts as long as the market. */
type JoinedMarket = { readonly address: MarketAddress; readonly presence: Socket };

/** What became of a joined market when its console ended: it goes on here or in another console, or it can't. */
export type MarketMove =
  | { readonly kind: 'here' | 'elsewhere'; readonly access: MarketAccess }
  | { readonly kind: 'lost'; readonly why: string };

/** A market on a file, run by this console or joined in another one. */
export type SharedMarket = {
  readonly access: Promise<MarketAccess>;
  /** The world that began with this console; null for a saved one, and one of another console. Known once there is access. */
  readonly begun: () => BegunWorld | null;
  /** Calls a function when the market moves to another address. */
  readonly onMove: (listen: (move: MarketMove) => void) => void;
  readonly stop: () => Promise<void>;
};

/** Longest wait for another console that has the file and is starting or ending, and the pause between two tries, in milliseconds. */
const PATIENCE_MS = 10_000;
const RETRY_MS = 100;

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
 * it, and it is tried whenever the other console may have ended. When it has, the market goes on here, or in the console that was
 * quicker. The token of a joined market goes only to who has proved that it has the market's key.
 */
export function shareMarket(file: string, settings: MarketSettings, log: LogLine): SharedMarket {
  let own: RunningMarketThread | null = null;
  let conceal = (): void => undefined;
  let leave = (): void => undefined;
  let relay: Relay | null = null;
  let stopped = false;
  let listener = (_: MarketMove): void => undefined;

  /** Runs the market here, or returns where another process runs it. */
  const reach = async (options: MarketSettings): Promise<JoinedMarket | null> => {
    const { clock } = system();
    const start = clock.steady();
    for (;;) {
      try {
        own = await startMarket({ ...options, db: file }, log);
        log(`serves the console at ${own.origin}`);
        conceal = announceMarket(file, own, options, log);
        return null;
      } catch (error) {
        if (!(error instanceof MarketFailure) || error.kind !== 'file-in-use') throw error;
        const joined = await servedAt(file);
        if (joined !== null) return joined;
        if (stopped || clock.steady() - start > PATIENCE_MS) throw error;
        await pause(clock, RETRY_MS);
      }
    }
  };

  /** Leads the console to a joined market, and notices its end. */
  const follow = async ({ address, presence }: JoinedMarket): Promise<MarketAccess> => {
    const { openRelay } = await import('../market/joining.ts');
    relay ??= await openRelay();
    relay.leadTo(address.join);
    const ended = (): void => {
      relay?.leadTo(null);
      if (!stopped) going = takeOver(address);
    };
    if (presence.destroyed) ended();
    else presence.once('close', ended);
    leave = () => presence.destroy();
    return { ...address, origin: relay.origin };
  };

  /** The market gets a new token: the old one was that of a console which may have ended in the middle of anything. */
  const takeOver = async ({ options }: MarketAddress): Promise<void> => {
    try {
      const { readOptions } = await import('../market/options.ts');
      const { port: _port, db: _db, fresh: _fresh, token: _token, ...same } = readOptions(options);
      const joined = await reach(same);
      if (joined !== null) listener({ kind: 'elsewhere', access: await follow(joined) });
      else if (own !== null) listener({ kind: 'here', access: own });
    } catch (error) {
      listener({ kind: 'lost', why: error instanceof Error ? error.message : String(error) });
    }
  };

  const access = (async (): Promise<MarketAccess> => {
    const joined = await reach(settings);
    if (joined === null) return own ?? Promise.reject(new Error('The market has ended.'));
    const why = await contradiction(file, settings, joined.address);
    if (why !== null) {
      joined.presence.destroy();
      throw new MarketFailure('file-in-use', why);
    }
    log(`joined the market at ${joined.address.origin}`);
    return follow(joined);
  })();
  let going: Promise<unknown> = access.catch(() => undefined);

  return {
    access,
    begun: () => own?.begun ?? null,
    onMove: (listen) => {
      listener = listen;
    },
    stop: async () => {
      stopped = true;
      await going;
      conceal();
      leave();
      await relay?.stop();
      await own?.stop();
    },
  };
}

/** The market that another process runs on a file; null when nobody with its key answers there. */
async function servedAt(file: string): Promise<JoinedMarket | null> {
  const address = readMarketAddress(file);
  if (address === null) return null;
  const { presenceAt } = await import('../market/joining.ts');
  const presence = await presenceAt(address.join);
  return presence === null ? null : { address, presence };
}

/** The origin of the market that another process runs on a file; null when nobody answers there. */
export async function runningMarket(file: string): Promise<string | null> {
  const joined = await servedAt(file);
  joined?.presence.destroy();
  return joined?.address.origin ?? null;
}

/** Makes the address of a market known to other consoles, as soon as they can join it. Returns the function that ends that. */
export function announceMarket(
  file: string,
  { origin, project, token, joinable }: RunningMarketThread,
  settings: MarketSettings,
  log: LogLine,
): () => void {
  let isConcealed = false;
  const announce = async (): Promise<void> => {
    const [join, options] = await Promise.all([joinable, sharedOptions(settings)]);
    if (join !== null && !isConcealed) writeMarketAddress(file, { origin, project, token, join, options });
  };
  announce().catch((error: unknown) => log(`other consoles can't join: ${describeError(error)}`));
  return () => {
    isConcealed = true;
    removeMarketAddress(file);
  };
}

/** The options of a market that whoever continues it keeps. */
async function sharedOptions(settings: MarketSettings): Promise<Record<string, unknown>> {
  const { readOptions } = await import('../market/options.ts');
  const { speed, seed, instances, variants, project, sshDestination } = readOptions(settings);
  return { speed, seed, instances, variants, project, sshDestination };
}

/** Why settings do not go with a market that already runs, in one sentence; null when they do. */
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
