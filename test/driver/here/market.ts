import type { MarketOptions } from '../../../src/market/options.ts';
import { type MarketHost, type RunningMarket, serveMarket } from '../../../src/market/server.ts';
import type { RunningMarketThread } from '../../../src/market/thread/client.ts';
import { serveHere } from './network.ts';
import type { World } from './world.ts';

let ports = 0;

const hostIn = ({ clock }: World): MarketHost => ({
  every: (ms, then) => {
    let cancel = (): void => undefined;
    const beat = (): void => {
      cancel = clock.after(ms, beat);
      then();
    };
    cancel = clock.after(ms, beat);
    return () => cancel();
  },
  serve: async (answer, port) => {
    ports += 1;
    // Unused ports: requests that miss the market fail at once.
    const origin = `http://127.0.0.1:${port === 0 ? 65_535 - (ports % 1000) : port}`;
    const close = serveHere(origin, answer);
    return {
      origin,
      close: async () => close(),
    };
  },
});

export const serveMarketHere = (world: World, options: MarketOptions): Promise<RunningMarket> =>
  serveMarket(options, world.clock.now, undefined, hostIn(world));

/** Instead of a thread. */
export async function startMarketHere(
  world: World,
  options: MarketOptions = {},
  log: (line: string) => void = () => undefined,
): Promise<RunningMarketThread> {
  const { origin, project, token, begun, stop } = await serveMarket(options, world.clock.now, log, hostIn(world));
  let end = (): void => undefined;
  const ended = new Promise<null>((resolve) => {
    end = () => resolve(null);
  });
  return {
    origin,
    project,
    token,
    begun,
    ended,
    stop: async () => {
      await stop();
      end();
    },
  };
}
