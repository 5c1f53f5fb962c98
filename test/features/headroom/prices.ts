import { readAuctions } from '../../../src/contract/extras/auctions.ts';
import { auctions } from '../../../src/features/extras/auctions.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { connect } from '../../api/serving.ts';
import { NOON } from '../../store/hand-clock.ts';

/** A price in dollars and what is free, by type; in the region of made bids. */
export type Prices = Readonly<Record<string, readonly [price: number, free?: number]>>;

const bodyOf = (prices: Prices): string =>
  JSON.stringify(
    Object.entries(prices).map(([type, [price, free = 0]]) => ({
      fid: `auction_${type}`,
      instance_type: type,
      region: 'eu-n1',
      capacity: free,
      last_instance_price: `$${price}`,
      lowest_allocated_price: null,
    })),
  );

/** A console after the service has answered with these prices. */
export async function priced(state: ConsoleState, prices: Prices, at = NOON): Promise<ConsoleState> {
  const fetch = () =>
    Promise.resolve(new Response(bodyOf(prices), { headers: { 'content-type': 'application/json' } }));
  const [ask] = auctions.asks(state);
  const reads = connect('https://market.example', {}, { fetch });
  const answer = await ask?.send(reads, readAuctions.path, new AbortController().signal);
  if (answer?.ok !== true) throw new Error('The prices were not read.');
  return answer.value(at)(state);
}
