import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { OwnValue } from '../../resources/context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { BidRecords } from './bid-record.ts';

/** Oldest time of which bids are known, before now, in milliseconds. */
export const RECORDED_MS = 90 * DAY_MS;

/** How far something is computed: the rows and steps that were looked at. */
type Computing = { readonly done: number };

declare module '../../store/state-part.ts' {
  interface Demands {
    /** How far back it needs to know how bids stood, in milliseconds; null for not now. */
    readonly bidRecordsMs?: number | null;
    /** Times of which it needs to know what bids cost. */
    readonly spends?: readonly Interval[];
  }
}

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** How bids stood over the last months; null until something has needed it. */
    readonly bidRecords?: BidRecords | null;
    /** How far they are computed, while they are not known yet: the rows and steps that were looked at. Null while nothing is computed. */
    readonly recordsComputing?: Computing | null;
  }
}

/** How bids of the shown projects stood over the last months; null until something has needed it. */
export const bidRecordsOf = ({ bidRecords = null }: Pick<ConsoleState, 'bidRecords'>): BidRecords | null => bidRecords;

/** How far they are computed; null while nothing is. */
export const computingOf = ({ recordsComputing = null }: Pick<ConsoleState, 'recordsComputing'>): Computing | null =>
  recordsComputing;

/** How bids stood over the last months, from the journal; a recording has none. */
type KnownRecords =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | ({ readonly kind: 'computing' } & Computing)
  | { readonly kind: 'read'; readonly records: BidRecords };

/** How bids stood, or how far that is computed: nothing of it is known before all of it is. */
export function knownRecordsOf(state: ConsoleState): KnownRecords {
  const records = bidRecordsOf(state);
  if (records !== null) return { kind: 'read', records };
  if (state.shownInstead !== null) return { kind: 'none' };
  const computing = computingOf(state);
  return computing === null ? { kind: 'reading' } : { kind: 'computing', ...computing };
}

export const knownPrices: OwnValue<[], KnownRecords> = { of: ({ state }) => knownRecordsOf(state) };

/** Says that something is computed, and how far that is, without a period: `Computing the costs, 12,000 steps so far`. */
export const computingWords = (what: string, { done }: Computing): string =>
  `Computing ${what}, ${done.toLocaleString('en')} steps so far`;
