import { openMarket } from '../../driver/console.ts';
import type { Variables } from '../../driver/environment.ts';
import { storyClock } from '../../driver/time.ts';
import { newPath } from '../../journal/snapshots.ts';
import { STILL } from '../../stories/service.ts';
import { ASKED, writePriceJournal } from './price-journal.ts';

/** A market with a journal of what earlier bids have shown of prices. */
export async function withPrices(): Promise<Variables> {
  const { env, origin: service, project } = await openMarket(STILL);
  const journal = newPath();
  writePriceJournal(journal, { service, project }, storyClock().now(), [
    ASKED,
    { type: '8xh100.us-central1-a', region: 'us-central1-a', lowest: 17.2 },
    { type: '8xb200.us-east1-b', region: 'us-east1-b', lowest: 31 },
    { type: '8xa100.eu-west4-a', region: 'eu-west4-a', lowest: 9.4 },
    { type: '4xa100.us-central1-a', region: 'us-central1-a', lowest: 4.35 },
    { type: '1xl40s.eu-north1-a', region: 'eu-north1-a', lowest: 0.8 },
  ]);
  return { ...env, SPOTDECK_JOURNAL: journal };
}
