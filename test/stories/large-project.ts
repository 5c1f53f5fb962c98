import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMarket } from '../driver/console.ts';
import { recordRequests } from './recorded-requests.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

/** Rows of a page. */
export const PAGE = 20;
/** A market with a large project. */
export const LARGE = { ...STILL, instances: 300, sshDestination: '127.0.0.1:2222' };
export const SMALL_PAGES = { SPOTDECK_PAGE_SIZE: String(PAGE) };

/** A script at a large project, where a program named ssh prints the login that it was asked for. */
export async function openLarge() {
  const market = await openMarket(LARGE);
  const line = await recordRequests(market);
  const { run, home } = await openScript(market);
  const bin = join(home.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'ssh'), '#!/bin/sh\necho "logs in with $*"\n', { mode: 0o755 });
  const env = { ...SMALL_PAGES, SPOTDECK_BASE_URL: line.origin, PATH: `${bin}:${process.env['PATH']}` };
  return {
    market,
    /** Runs the program. Returns what it printed, and the addresses that it read. */
    reads: async (...args: readonly string[]) => {
      const ran = await run(args, env);
      const requests = line.taken();
      const of = (list: string) => requests.filter((request) => request.startsWith(`/v2/${list}?`));
      return { ...ran, bids: of('spot/bids'), instances: of('instances') };
    },
  };
}
