import type { Bid } from '../../contract/bid.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { nameOrFid } from '../../lib/words.ts';
import type { Context } from '../../resources/context.ts';
import { runningOf } from '../../resources/parts/joins.ts';
import { type BidState, bidStateOf } from '../money/bid-record.ts';
import type { WantedSpend } from '../money/known-money.ts';
import type { Spend } from '../money/spend.ts';
import { whyBid } from '../why/known-reasons.ts';
import { historyOfBid, type ServiceEvent } from '../why/service-history.ts';
import { shortText } from '../why/words.ts';
import {
  type BidChanges,
  changesIn,
  type DigestPart,
  type KeyExpiry,
  NO_CHANGES,
  type RowOfOthers,
  timeOf,
} from './changes.ts';
import { changesByPeople, mayBeByPerson } from './who.ts';

/** A bid in the lists; out while open or being preempted. */
export type BidNow = {
  readonly state: BidState;
  readonly status: string | null;
  readonly wanted: number;
  readonly running: number;
  readonly type: string;
  readonly region: string;
  readonly isOut: boolean;
  /** With all wanted instances, in millionths of its currency: orders the bids still out. */
  readonly costPerHour: number;
  readonly why: string | null;
};

/** A changed bid, or one still out; `now` is null when unlisted. */
export type BidDigest = BidChanges & {
  readonly project: string | null;
  readonly now: BidNow | null;
  /** What people did to it, where the service tells. */
  readonly history: readonly ServiceEvent[];
};

/** Expired in the time, or soon; `expiresAt` is null when its list was not read. */
export type DigestKey = KeyExpiry & { readonly expiresAt: number | null };

/** Events of a time, most important first, and bids still out. */
export type Digest<Cost = Spend | null> = {
  readonly time: Interval;
  readonly projects: readonly string[];
  readonly bids: readonly BidDigest[];
  readonly rows: readonly RowOfOthers[];
  readonly keys: readonly DigestKey[];
  readonly spend: Cost;
  readonly knowsNow: boolean;
};

/** Warns so long before an API key's expiry, in milliseconds. */
const SOON_MS = 7 * DAY_MS;

/** Without a context, of the journal alone. */
export function digestOf<Cost extends Spend | null>(
  parts: readonly DigestPart[],
  spend: Cost,
  context: Context | null,
): Digest<Cost> {
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
    bids: all
      .map((changes) => ({ ...withNow(changes, lists), history: changesByPeopleOf(changes, context, time) }))
      .toSorted(byImportance),
    rows,
    keys:
      context?.isRead('apiKeys') === true
        ? expiringIn(context, time.from)
        : keys.map((key) => ({ ...key, expiresAt: null })),
    spend,
    knowsNow: lists !== null,
  };
}

export function hasHappened({ bids, rows, keys, time: { from, to } }: Digest): boolean {
  const expired = keys.some(({ expiresAt }) => expiresAt !== null && expiresAt > from && expiresAt <= to);
  return rows.length > 0 || expired || bids.some(({ hasChanged }) => hasChanged);
}

function bidNow(bid: Bid, context: Context): BidNow {
  const running = runningOf(bid.fid, context);
  const state = bidStateOf(bid);
  const isOut = state === 'open' || state === 'preempting';
  const reason = isOut ? context.own(whyBid, bid.fid) : null;
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
    why: reason && shortText(reason),
  };
}

const outIn = (context: Context): readonly Bid[] =>
  [...context.rowsOf('bids').values()].flatMap(({ row }) => (bidNow(row, context).isOut ? [row] : []));

/** Without a change in the digest its people are left out; the bid's story has them. */
const changesByPeopleOf = (changes: BidChanges, context: Context | null, time: Interval): readonly ServiceEvent[] =>
  context === null || !mayBeByPerson(changes)
    ? []
    : changesByPeople(context.own(historyOfBid, changes.fid)?.events ?? [], time);

function withNow(changes: BidChanges, context: Context | null): Omit<BidDigest, 'history'> {
  const bid = context?.rowOf('bids', changes.fid)?.row;
  if (context === null || bid === undefined) return { ...changes, project: null, now: null };
  return { ...changes, name: nameOrFid(bid.name, changes.name), project: bid.project, now: bidNow(bid, context) };
}

/** Out now by cost, then lost, ended, other changes; ties by name and identifier. */
function byImportance(a: BidDigest, b: BidDigest): number {
  const ranks = ({ now, incidents, lost, hasEnded, limit, idle, started }: BidDigest): readonly number[] => [
    // Losses go before mere waiting.
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

/** Most bids whose story is asked for: at six requests a minute, two minutes of them. */
const MAX_TOLD = 12;

/** Bids whose story the service may tell. */
export const bidsToTell = (parts: readonly DigestPart[]): readonly string[] =>
  [...changesIn(parts).bids.values()]
    .filter(mayBeByPerson)
    .slice(0, MAX_TOLD)
    .map(({ fid }) => fid);

export const spendWanted = (parts: readonly DigestPart[]): WantedSpend => ({
  time: timeOf(parts),
  projects: parts.map(({ project }) => project),
});
