import type { MarketSettings } from '../../command/market-options.ts';
import { startMarket } from '../../command/start-market.ts';
import { demoFile } from '../../config/paths.ts';
import { appLog } from '../../system/app-log.ts';
import { writeLines } from '../../system/streams.ts';
import { system } from '../../system/system.ts';

/** `spotdeck market`: runs the embedded market alone until a signal ends it, and prints its address and token. */
export async function market(options: MarketSettings): Promise<number> {
  const log = appLog('market');
  const running = await startMarket({ ...options, db: options.db ?? demoFile() }, log);
  log(`serves ${running.origin}`);
  writeLines([`address  ${running.origin}`, `project  ${running.project}`, `token    ${running.token}`]);
  // The thread does not keep the process alive; this timer does, until a signal or the end of the thread.
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
