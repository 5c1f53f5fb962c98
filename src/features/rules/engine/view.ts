import type { BidFid } from '../../../contract/fid.ts';
import type { Sum } from '../../../lib/sum.ts';
import type { BidStanding } from '../../money/bid-record.ts';
import type { PriceBand } from '../../money/price-bands.ts';
import type { Selection } from './rule.ts';

/** A bid as rules see it. */
export type RuleBid = BidStanding & {
  readonly fid: BidFid;
  readonly name: string;
  readonly type: string;
  readonly region: string;
  /** The regions of the volumes in its launch specification, as far as they are known: a volume is used in its region only. */
  readonly volumeRegions: readonly string[];
  /** Time since when all its running machines are idle, in milliseconds since 1970; null when one works or is not read. */
  readonly idleSince: number | null;
  /** Whether the machine of each of its running instances is read. */
  readonly machinesRead: boolean;
  /** Whether a write to it is under way or its outcome is not known yet: no rule acts on it. */
  readonly isBusy: boolean;
};

/** When the rows that rules decide from were requested, in milliseconds since 1970. */
export type ReadTimes = {
  /** The older one of the complete lists of bids and instances. */
  readonly listsAt: number;
  readonly bidAt: (fid: string) => number;
  /** The oldest of the instances of a bid, or of the requests for all of them. */
  readonly instancesAt: (bid: string) => number;
  /** Whether the complete list of bids was requested after the last bid of a rule was placed. */
  readonly showsPlaced: boolean;
};

/** What rules decide from: lists whose rows show the last writes of rules. Times in milliseconds since 1970. */
export type RuleView = {
  readonly now: number;
  /** When the rows were requested: they need not be of the same age. */
  readonly read: ReadTimes;
  /** The bids of the project, by fid, in the order of the list. */
  readonly bids: ReadonlyMap<string, RuleBid>;
  /** Whether a filter of the pane of bids finds a bid. */
  readonly matches: (filter: string, bid: RuleBid) => boolean;
  /** The fids of the bids in a pause set; null when there is no set of that name. */
  readonly pauseSet: (name: string) => ReadonlySet<string> | null;
  /** The price band of the last 7 days; null when nothing was seen. */
  readonly band: (type: string, region: string, sign: string) => PriceBand | null;
  /** Whether the bands and what was spent are still being computed: no rule that decides on them does so meanwhile. */
  readonly isComputing?: boolean;
  /** What was spent at most since midnight in a time zone; null while the journal is being read. */
  readonly spentToday: (zone: string) => Sum<unknown> | null;
};

/** The bids of a rule that have not ended. A pause set that is gone selects those that `known` has of it. */
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
