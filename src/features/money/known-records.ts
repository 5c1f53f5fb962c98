import { DAY_MS } from '../../lib/duration.ts';
import type { OwnValue } from '../../resources/context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { BidRecords } from './bid-record.ts';

/** Oldest time of which bids are known, before now, in milliseconds. */
export const RECORDED_MS = 90 * DAY_MS;

declare module '../../store/state-part.ts' {
  interface Demands {
    /** How far back it needs to know how bids stood, in milliseconds; null for not now. */
    readonly bidRecordsMs?: number | null;
  }
}

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** How bids stood over the last months; null until something has needed it. */
    readonly bidRecords?: BidRecords | null;
  }
}

/** How bids of the shown projects stood over the last months; null until something has needed it. */
export const bidRecordsOf = ({ bidRecords = null }: Pick<ConsoleState, 'bidRecords'>): BidRecords | null => bidRecords;

/** How bids stood over the last months, from the journal; a recording has none. */
type KnownPrices =
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
