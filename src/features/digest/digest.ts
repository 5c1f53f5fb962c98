import type { Bid } from '../../contract/bid.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { nameOrFid } from '../../lib/words.ts';
import type { Context } from '../../resources/context.ts';
import { runningOf } from '../../resources/parts/joins.ts';
import type { BidState } from '../money/bid-record.ts';
import { bidStateOf } from '../money/bid-standings.ts';
import type { WantedSpend } from '../money/known-money.ts';
import type { Spend } from '../money/spend-over.ts';
import { whyBid } from '../why/known-reasons.ts';
import { shortText } from '../why/words.ts';
import { type BidChanges, changesIn, type KeyExpiry, NO_CHANGES, type RowOfOthers } from './changes.ts';
import { type DigestPart, timeOf } from './part.ts';

/** How a bid stands in the lists. It is out while it is open or being preempted. */
export type BidNow = {
  readonly state: BidState;
  /** In the words of the service. */
  readonly status: string | null;
  readonly wanted: number;
  readonly running: number;
  /** The type and region that it asks for, without a name of each that is empty. */
  readonly type: string;
  readonly region: string;
  readonly isOut: boolean;
  /** What it costs an hour when all that it wants runs, in millionths of its currency: what is out is ordered by it. */
  readonly costPerHour: number;
  /** Why it is out, in a few words; null while it is not. */
  readonly why: string | null;
};

/** A bid that changed or is out; `now` is null when it is not in the lists, or when they are not known. */
export type BidDigest = BidChanges & { readonly project: string | null; readonly now: BidNow | null };

/** An API key that has expired in the time or expires soon: at a time, or by the words of the journal when its list is not known. */
export type DigestKey = KeyExpiry & { readonly expiresAt: number | null };

/** What happened in a time, most important first, and what is out now. */
export type Digest = {
  readonly time: Interval;
  readonly projects: readonly string[];
  readonly bids: readonly BidDigest[];
  /** Rows of other lists that others have created or removed. */
  readonly rows: readonly RowOfOthers[];
  readonly keys: readonly DigestKey[];
  /** Null while it is not read. */
  readonly spend: Spend | null;
  /** Whether the lists say what is out now. */
  readonly knowsNow: boolean;
};

/** A digest that says what the time cost. */
export type DigestWithCost = Digest & { readonly spend: Spend };

/** Time before the expiry of an API key from which on it is in a digest, in milliseconds. */
const SOON_MS = 7 * DAY_MS;

/** The digest of some projects; without a context it is of the journal alone. */
export function digestOf(parts: readonly DigestPart[], spend: Spend, context: Context | null): DigestWithCost;
export function digestOf(parts: readonly DigestPart[], spend: Spend | null, context: Context | null): Digest;
export function digestOf(parts: readonly DigestPart[], spend: Spend | null, context: Context | null): Digest {
  const { bids, rows, keys } = changesIn(parts);
  const lists = context?.isRead('bids') === true && context.isRead('instances') ? context : null;
  const out = lists === null ? [] : outIn(lists).filter(({ fid }) => !bids.has(fid));
  const all = [
    ...bids.values(),
    ...out.map((bid) => ({ ...NO_CHANGES, fid: bid.fid, name: nameOrFid(bid.name, bid.fid) })),
  ];
  const time = timeOf(parts);
  return {
    time,
    projects: parts.map(({ project }) => project),
    bids: all.map((changes) => withNow(changes, lists)).toSorted(byImportance),
    rows,
    keys: context?.isRead('apiKeys') === true ? expiringIn(context, time.from) : keys.map(withoutTime),
    spend,
    knowsNow: lists !== null,
  };
}

const withoutTime = (key: KeyExpiry): DigestKey => ({ ...key, expiresAt: null });

/** Whether anything happened, apart from what it cost. */
export function hasHappened({ bids, rows, keys, time: { from, to } }: Digest): boolean {
  const expired = keys.some(({ expiresAt }) => expiresAt !== null && expiresAt > from && expiresAt <= to);
  return rows.length > 0 || expired || bids.some(({ hasChanged }) => hasChanged);
}

function bidNow(bid: Bid, context: Context): BidNow {
  const running = runningOf(bid.fid, context);
  const state = bidStateOf(bid);
  const isOut = state === 'open' || state === 'preempting';
  const wanted = bid.instance_quantity ?? running;
  return {
    state,
    status: bid.status,
    wanted,
    running,
    type: bid.instance_type ?? '',
    region: bid.region ?? '',
    isOut,
    costPerHour: Number(bid.limit_price?.amount?.micros ?? 0n) * wanted,
    why: isOut ? shortReason(bid, context) : null,
  };
}

function shortReason({ fid }: Bid, context: Context): string | null {
  const reason = context.own(whyBid, fid);
  return reason === null ? null : shortText(reason);
}

const outIn = (context: Context): readonly Bid[] =>
  [...context.rowsOf('bids').values()].flatMap(({ row }) => (bidNow(row, context).isOut ? [row] : []));

function withNow(changes: BidChanges, context: Context | null): BidDigest {
  const bid = context?.rowOf('bids', changes.fid)?.row;
  if (context === null || bid === undefined) return { ...changes, project: null, now: null };
  return { ...changes, name: nameOrFid(bid.name, changes.name), project: bid.project, now: bidNow(bid, context) };
}

/** Orders what is out now first, by its cost, then what was lost, then ended bids, then other changes. Ties go by name and identifier. */
function byImportance(a: BidDigest, b: BidDigest): number {
  const ranks = ({ now, incidents, lost, hasEnded, limit, idle, started }: BidDigest): readonly number[] => [
    // What was lost and is not back goes before what has only waited.
    now?.isOut === true ? (incidents.length > 0 || now.state === 'preempting' ? -2 : -1) : 0,
    now?.isOut === true ? -now.costPerHour : 0,
    -lost.length,
    hasEnded ? -1 : 0,
    limit === null ? 0 : -1,
    -idle.length,
    -started.length,
  ];
  const others = ranks(b);
  const apart = ranks(a).map((rank, n) => rank - (others[n] ?? 0));
  return apart.find((difference) => difference !== 0) ?? (`${a.name} ${a.fid}` < `${b.name} ${b.fid}` ? -1 : 1);
}

function expiringIn(context: Context, from: number): readonly DigestKey[] {
  return [...context.rowsOf('apiKeys').values()]
    .flatMap(({ row: { fid, name, expires_at: expiresAt, deactivated_at } }) =>
      expiresAt === null || deactivated_at !== null || expiresAt < from || expiresAt - context.now > SOON_MS
        ? []
        : [{ fid, name: name || fid, step: null, expiresAt }],
    )
    .toSorted((a, b) => a.expiresAt - b.expiresAt);
}

/** The time and the projects of a digest, whose cost it says. */
export const spendWanted = (parts: readonly DigestPart[]): WantedSpend => ({
  time: timeOf(parts),
  projects: parts.map(({ project }) => project),
});
