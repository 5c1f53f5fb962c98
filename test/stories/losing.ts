import { openMarket } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { newPath } from '../journal/snapshots.ts';
import { alteredMarket } from './altered.ts';
import { BIDS, named, STILL } from './service.ts';

/** A market that takes the instances of some bids away on request. `looks` counts how often a list of bids was read. */
export async function losingMarket(
  ...names: readonly string[]
): Promise<{ readonly env: Variables; readonly lose: () => void; readonly looks: () => number }> {
  const market = await openMarket(STILL);
  const bids = await Promise.all(names.map((name) => named(market, BIDS, name)));
  const fids = new Set(bids.map((bid) => bid?.['fid']));
  let isLosing = false;
  let looks = 0;
  const { env } = await alteredMarket(market, (row, path) => {
    if (row['fid'] === bids[0]?.['fid']) looks += 1;
    return isLosing && path === '/v2/instances' && fids.has(row['bid']) ? { ...row, status: 'STATUS_PREEMPTED' } : row;
  });
  return {
    env: { ...env, SPOTDECK_JOURNAL: newPath(), SPOTDECK_REFRESH: '0.5' },
    lose: () => {
      isLosing = true;
    },
    looks: () => looks,
  };
}
