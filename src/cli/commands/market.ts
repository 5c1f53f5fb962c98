import { demoFile } from '../../config/paths.ts';
import type { MarketOptions } from '../../market/options.ts';
import { marketInThread, type RunningMarketThread } from '../../market/thread/client.ts';
import { appLog } from '../../system/app-log.ts';
import { writeLines } from '../../system/streams.ts';
import { system } from '../../system/system.ts';
import type { MarketSettings } from '../market-options.ts';

/** `spotdeck market`: runs the market until a signal, and prints its address and token. */
export async function market(options: MarketSettings): Promise<number> {
  const log = appLog('market');
  const running = await startMarket({ ...options, db: options.db ?? demoFile() }, log);
  log(`serves ${running.origin}`);
  writeLines([`address  ${running.origin}`, `project  ${running.project}`, `token    ${running.token}`]);
  // The thread keeps no process alive; this timer does.
  const keepAlive = setInterval(() => undefined, 2 ** 30);
  const signalled = new Promise<null>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) system().signals.on(signal, () => done(null));
  });
  const failure = await Promise.race([signalled, running.ended]);
  clearInterval(keepAlive);
  if (failure !== null) throw failure;
  await running.stop();
  log('stopped');
  return 0;
}

declare module '../../system/system.ts' {
  interface System {
    /** Default: in a thread. */
    readonly startMarket?: typeof marketInThread;
  }
}

/** `log` receives its problems. @throws {MarketFailure} */
export const startMarket = (options: MarketOptions, log: (line: string) => void): Promise<RunningMarketThread> =>
  (system().startMarket ?? marketInThread)(options, log);
