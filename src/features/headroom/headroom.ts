import type { Bid } from '../../contract/bid.ts';
import type { Auction } from '../../contract/extras/auctions.ts';
import { formatMoney, type Money } from '../../lib/money.ts';
import type { Tone } from '../../resources/cell.ts';
import { isStatus } from '../../resources/parts/status.ts';

/** Below this part of the price, a bid is soon outbid. */
export const THIN = 0.1;

/** The limit price less the price now: negative for a bid that is outbid. `ratio` is the part of the price now. */
export type Headroom = Pick<Money, 'sign' | 'micros'> & { readonly ratio: number };

/** Null for prices that can't be compared. */
export function headroomAbove(limit: Money | null, { last_instance_price: price }: Auction): Headroom | null {
  if (limit === null || limit.sign !== price.sign) return null;
  const micros = limit.micros - price.micros;
  return { sign: limit.sign, micros, ratio: price.micros === 0n ? Number.POSITIVE_INFINITY : ratioOf(micros, price) };
}

const ratioOf = (micros: bigint, price: Money): number => Number(micros) / Number(price.micros);

/** Null also for a bid that is paused or ended: it takes part in no auction. */
export const headroomOf = ({ limit_price, status }: Bid, auction: Auction | null): Headroom | null =>
  auction === null || isStatus(status, 'paused') || isStatus(status, 'terminated')
    ? null
    : headroomAbove(limit_price?.amount ?? null, auction);

/** With more the exact number says nothing. */
const MAX_PERCENT = 999;

/** Whole per cent, rounded down so that 10 % is never thin. */
export const percentOf = ({ ratio }: Headroom): number => Math.min(Math.floor(ratio * 100 + 1e-9), MAX_PERCENT + 1);

export function percentText(headroom: Headroom): string {
  const whole = percentOf(headroom);
  return whole > MAX_PERCENT ? `>${MAX_PERCENT}%` : `${whole}%`;
}

/** `$1.20  12%`: in a column the amounts and the percentages stand below each other. */
export const headroomText = (headroom: Headroom): string =>
  `${formatMoney({ ...headroom, text: '' })} ${percentText(headroom).padStart(4)}`;

export const toneOf = (headroom: Headroom): Tone =>
  headroom.micros < 0n ? 'bad' : headroom.ratio < THIN ? 'warn' : 'plain';
