import { demoFile } from '../../config/demo-file.ts';
import { marketInThread } from '../../market/thread/client.ts';
import { appLog } from '../../system/app-log.ts';
import { writeLines } from '../../system/streams.ts';
import type { MarketSettings } from '../market-options.ts';

/** `spotdeck market`: the embedded market alone, until it is told to end. Prints how to reach it. */
export async function market(options: MarketSettings): Promise<number> {
  const log = appLog('market');
  const running = await marketInThread({ ...options, db: options.db ?? demoFile() }, log);
  log(`serves ${running.origin}`);
  writeLines([`address  ${running.origin}`, `project  ${running.project}`, `token    ${running.token}`]);
  // The thread does not hold the program open; this does, until a signal or the thread's own end.
  const holding = setInterval(() => undefined, 2 ** 30);
  const signalled = new Promise<null>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done(null));
  });
  const failure = await Promise.race([signalled, running.ended]);
  clearInterval(holding);
  if (failure !== null) throw failure;
  await running.stop();
  log('stopped');
  return 0;
}
