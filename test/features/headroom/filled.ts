import { auctionKey } from '../../../src/features/extras/auctions.ts';
import { moneyOfMicros } from '../../../src/lib/money.ts';
import type { ConsoleState } from '../../../src/store/state.ts';

/** The service says a price for each bid, close to most limit prices of made bids. */
export function filled(state: ConsoleState): ConsoleState {
  const price = moneyOfMicros('$', 2_400_000n);
  const value = new Map(
    Array.from(state.lists.bids.rows.values(), ({ row: { instance_type: type, region } }) => {
      const pair = { instance_type: type ?? '', region: region ?? '' };
      const auction = {
        ...pair,
        fid: 'auction_a',
        capacity: 3,
        last_instance_price: price,
        lowest_allocated_price: null,
      };
      return [auctionKey(pair.instance_type, pair.region), auction];
    }),
  );
  return { ...state, extras: { ...state.extras, auctions: { value, readAt: state.now } } };
}
