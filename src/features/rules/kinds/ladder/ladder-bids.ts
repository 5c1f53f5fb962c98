import * as z from 'zod';
import { BidFid } from '../../../../contract/fid.ts';
import { DAY_MS } from '../../../../lib/duration.ts';
import type { LimitPrice } from '../../../money/bid-record.ts';
import { keptPrice } from '../../engine/decision.ts';
import type { RuleBid } from '../../engine/view.ts';

/** Longest wait after writes that were refused, in milliseconds. */
const LONGEST_MS = DAY_MS;
/** Most times that the wait is doubled. */
const MOST_DOUBLED = 10;

/** What a ladder remembers of a bid that is out or filled. Times in milliseconds since 1970. */
export const LadderBid = z.object({
  fid: BidFid,
  /** Whether it is open or preempting; otherwise it is allocated. */
  isOut: z.boolean(),
  /** Time when the rule first saw it so, later by the time that nobody saw. */
  since: z.int(),
  /** Time from which its wait counts: `since`, its last step, or a change of its price by somebody else. */
  waitsFrom: z.int(),
  /** Its limit price, as the rule saw or set it last. */
  price: keptPrice,
  /** Writes in a row that were refused or got lost. */
  failed: z.int(),
  /** Whether its next step was rehearsed. */
  isRehearsed: z.boolean(),
});
export type LadderBid = z.output<typeof LadderBid>;

/** What is remembered of a bid from now on; null of one that is neither out nor filled, or has no price. Time that nobody saw counts for nothing. */
export function followed(
  before: LadderBid | undefined,
  { fid, state, limit, isBusy }: RuleBid,
  { now, unseenMs }: { readonly now: number; readonly unseenMs: number },
): LadderBid | null {
  const isOut = state === 'open' || state === 'preempting';
  if (limit === null || !(isOut || state === 'allocated')) return null;
  const anew = { fid, isOut, since: now, waitsFrom: now, price: limit, failed: 0, isRehearsed: false };
  if (before === undefined || before.isOut !== isOut || (!isOut && unseenMs !== 0)) return anew;
  const since = Math.min(before.since + unseenMs, now);
  // While a write is under way either price may be listed.
  if (!isBusy && !isSame(before.price, limit)) return { ...anew, since };
  return { ...before, since, waitsFrom: Math.min(before.waitsFrom + unseenMs, now) };
}

const isSame = (a: LimitPrice, b: LimitPrice): boolean => a.sign === b.sign && a.micros === b.micros;

/** When the next step of a bid is due: each write that failed doubles the wait, up to a day. */
export function dueAt({ waitsFrom, failed }: LadderBid, waitMs: number): number {
  const doubled = waitMs * 2 ** Math.min(failed, MOST_DOUBLED);
  return waitsFrom + Math.max(waitMs, Math.min(doubled, LONGEST_MS));
}
