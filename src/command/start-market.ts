import type { MarketOptions } from '../market/options.ts';
import { marketInThread, type RunningMarketThread } from '../market/thread/client.ts';
import { system } from '../system/system.ts';

declare module '../system/system.ts' {
  interface System {
    /** Starts the embedded market; by default in a thread of the process. */
    readonly startMarket?: typeof marketInThread;
  }
}

/** Starts the embedded market of a program. `log` receives its problems. @throws {MarketFailure} the reason why it could not start. */
export const startMarket = (options: MarketOptions, log: (line: string) => void): Promise<RunningMarketThread> =>
  (system().startMarket ?? marketInThread)(options, log);
