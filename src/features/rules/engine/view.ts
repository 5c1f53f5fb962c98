import type { BidFid } from '../../../contract/fid.ts';
import type { Sum } from '../../../lib/sum.ts';
import type { BidStanding } from '../../money/bid-record.ts';
import type { PriceBand } from '../../money/price.ts';
import type { Selection } from './rule.ts';

export type RuleBid = BidStanding & {
  readonly fid: BidFid;
  readonly name: string;
  readonly type: string;
  readonly region: string;
  /** The known regions of its volumes: a volume is used in its region only. */
  readonly volumeRegions: readonly string[];
  /** Since when all its machines are idle; null when one works or is not read. */
  readonly idleSince: number | null;
  /** Whether each of its machines is read. */
  readonly machinesRead: boolean;
  /** Whether a write to it is open: no rule acts on it. */
  readonly isBusy: boolean;
};

/** When rows were requested. */
export type ReadTimes = {
  /** The older of the two complete lists. */
  readonly listsAt: number;
  readonly bidAt: (fid: string) => number;
  readonly instancesAt: (bid: string) => number;
  /** Whether the list of bids was requested after a rule last placed one. */
  readonly showsPlaced: boolean;
};

/** What rules decide from: rows that show their last writes. */
export type RuleView = {
  readonly now: number;
  readonly read: ReadTimes;
  /** By fid, in the order of the list. */
  readonly bids: ReadonlyMap<string, RuleBid>;
  readonly matches: (filter: string, bid: RuleBid) => boolean;
  /** Null without such a set. */
  readonly pauseSet: (name: string) => ReadonlySet<string> | null;
  /** Of the last 7 days; null when nothing was seen. */
  readonly band: (type: string, region: string, sign: string) => PriceBand | null;
  /** What the service says, in micros: no suggestion is below it. Null where it says nothing. */
  readonly priceNow?: (type: string, region: string, sign: string) => bigint | null;
  /** Bands and spending are still being computed. */
  readonly isComputing?: boolean;
  /** At most, since midnight; null while the journal is being read. */
  readonly spentToday: (zone: string) => Sum<unknown> | null;
};

/** Bids not ended. `known` stands in for a deleted pause set. */
export function bidsSelected(
  { kind, text }: Selection,
  view: RuleView,
  known: ReadonlySet<string> = new Set(),
): readonly RuleBid[] {
  const set = kind === 'set' ? (view.pauseSet(text) ?? known) : null;
  return [...view.bids.values()].filter(
    (bid) => bid.state !== 'ended' && (set === null ? view.matches(text, bid) : set.has(bid.fid)),
  );
}
