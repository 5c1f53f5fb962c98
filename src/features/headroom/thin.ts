import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { type Auctions, auctionKeyOf } from '../extras/auctions.ts';
import { type Headroom, THIN } from './headroom.ts';

/** With so much of the price a bid is no longer thin: a price that flickers around 10 % says it once. */
const AMPLE = 0.15;
/** A price that has risen by this part within this time is on its way, and reaches a limit soon. */
const RISE = 0.02;
const RISE_MS = 70_000;
const SOON_MS = 4 * MINUTE_MS;
/** Two crossings within this time are one. */
const APART_MS = 2 * MINUTE_MS;

/** Prices as answered, by when they were asked for. */
export type PriceStep = { readonly at: number; readonly auctions: Auctions };

/**
 * `ampleAt`: when it last had more than enough; null for never seen so. `leftMs`: until the price reaches its limit, at its pace; null for
 * none. `isCrossing`: it has become thin while it had its instances, and not got them so.
 */
export type Standing =
  | { readonly kind: 'ample'; readonly at: number }
  | { readonly kind: 'near'; readonly ampleAt: number | null }
  | {
      readonly kind: 'thin';
      readonly ampleAt: number | null;
      readonly since: number;
      readonly leftMs: number | null;
      readonly isCrossing: boolean;
    };

/** Of bids with instances and a known headroom, by fid. */
export type Standings = ReadonlyMap<string, Standing>;

type Seen = {
  readonly headrooms: ReadonlyMap<string, Headroom>;
  readonly rows: ReadonlyMap<string, ListedRow<Bid>>;
  /** Oldest first; the last are those of the headrooms. */
  readonly prices: readonly PriceStep[];
  readonly now: number;
};

/** Those of the last minute and the newest. */
export const pricesKept = (steps: readonly PriceStep[], newest: PriceStep): readonly PriceStep[] => [
  ...steps.filter(({ at }) => at < newest.at && at >= newest.at - RISE_MS),
  newest,
];

/** Until the price reaches the limit of a bid, when it has risen lately and goes on so; in milliseconds. */
function reachedIn(bid: Bid, { micros }: Headroom, prices: readonly PriceStep[]): number | null {
  const key = auctionKeyOf(bid);
  const last = prices.at(-1);
  const price = key === null ? undefined : last?.auctions.get(key)?.last_instance_price;
  if (key === null || last === undefined || price === undefined) return null;
  const times = prices.slice(0, -1).flatMap(({ at, auctions }) => {
    const before = auctions.get(key)?.last_instance_price;
    if (before === undefined || before.sign !== price.sign) return [];
    const rise = Number(price.micros - before.micros);
    return rise < RISE * Number(before.micros) || rise <= 0 ? [] : [(Number(micros) * (last.at - at)) / rise];
  });
  return times.length === 0 ? null : Math.max(0, Math.min(...times));
}

/**
 * Thin is a bid with less than 10 % of the price left, or whose limit a price that has risen by 2 % in the last minute
 * reaches within 4 minutes; until it has 15 %.
 */
export function standingsAfter(before: Standings, seen: Seen): Standings {
  const next = new Map<string, Standing>();
  for (const [fid, headroom] of seen.headrooms) {
    const bid = seen.rows.get(fid)?.row;
    if (bid !== undefined && isStatus(bid.status, 'allocated'))
      next.set(fid, standingOf(before.get(fid), bid, headroom, seen));
  }
  return next;
}

function standingOf(before: Standing | undefined, bid: Bid, headroom: Headroom, { prices, now }: Seen): Standing {
  const left = reachedIn(bid, headroom, prices);
  const leftMs = left !== null && left < SOON_MS ? left : null;
  const { ratio } = headroom;
  if (ratio >= AMPLE && leftMs === null) return { kind: 'ample', at: now };
  const ampleAt = before === undefined ? null : before.kind === 'ample' ? before.at : before.ampleAt;
  if (before?.kind === 'thin') {
    if (!before.isCrossing && leftMs !== null) return { ...before, since: now, leftMs, isCrossing: true };
    return before.leftMs === leftMs ? before : { ...before, leftMs };
  }
  return ratio < THIN || leftMs !== null
    ? { kind: 'thin', ampleAt, since: now, leftMs, isCrossing: before !== undefined || leftMs !== null }
    : before?.kind === 'near'
      ? before
      : { kind: 'near', ampleAt };
}

/** A crossing seen before this was another one, in milliseconds since 1970; null for unknown. */
export const otherwiseAt = ({ ampleAt }: Standing & { readonly kind: 'thin' }): number | null =>
  ampleAt === null ? null : ampleAt - APART_MS;
