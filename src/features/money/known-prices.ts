import type { OwnValue } from '../../resources/context.ts';
import type { BidRecords } from './bid-record.ts';
import { bidRecordsOf } from './known-records.ts';

/** How bids stood over the last months, from the journal; a recording has none. */
export type KnownPrices =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly records: BidRecords };

export const knownPrices: OwnValue<[], KnownPrices> = {
  of: ({ state }) => {
    const records = bidRecordsOf(state);
    if (records !== null) return { kind: 'read', records };
    return { kind: state.shownInstead === null ? 'reading' : 'none' };
  },
};
