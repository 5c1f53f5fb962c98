import type { ConsoleState } from '../../store/state.ts';
import type { BidRecords } from './bid-record.ts';

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** How bids stood over the last months; null until something has needed it. */
    readonly bidRecords?: BidRecords | null;
  }
}

/** How bids of the shown projects stood over the last months; null until something has needed it. */
export const bidRecordsOf = ({ bidRecords = null }: Pick<ConsoleState, 'bidRecords'>): BidRecords | null => bidRecords;
