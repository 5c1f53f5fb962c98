import type { Bid } from '../../contract/bid.ts';
import type { Money } from '../../lib/money.ts';
import { getBackForm, type Refill } from '../../resources/bids/get-back-form.ts';
import type { Form } from '../../resources/form.ts';
import { readOnlyReason } from '../../store/read-only.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { moneyOf } from '../money/known-money.ts';
import { priceWithService } from '../money/service-prices.ts';
import type { DigestPart } from './changes.ts';
import { digestOf } from './digest.ts';

/** The advised price of a bid, or the last fill when higher; null while too little was seen. */
function fillPrice({ limit_price, instance_type: type, region }: Bid, state: ConsoleState): Money | null {
  const sign = limit_price?.amount?.sign;
  if (sign === undefined || type === null || region === null) return null;
  const own = moneyOf(state)?.prices?.find(
    ({ price: { band } }) => band.sign === sign && band.type === type && band.region === region,
  );
  const price = priceWithService(state, { type, region }, { sign, own: own?.price ?? null });
  if (price === null) return null;
  const { band, holding } = price;
  const { often } = holding;
  if (often === null) return null;
  const last = band.slots.findLast(({ high }) => high !== null)?.high ?? often;
  return { sign: band.sign, micros: last > often ? last : often, text: '' };
}

/** Lost in the time, and still out. */
export function lostBids(state: ConsoleState, parts: readonly DigestPart[]): readonly Bid[] {
  const context = liveContextOf(state);
  return digestOf(parts, null, context).bids.flatMap(({ fid, lost, now }) => {
    const bid = context.rowOf('bids', fid)?.row;
    return lost.length > 0 && now?.isOut === true && bid !== undefined ? [bid] : [];
  });
}

/** Null when lost instances can be bid for again now. */
export function whyNotBack(state: ConsoleState, parts: readonly DigestPart[]): string | null {
  const readOnly = readOnlyReason(state.connected);
  if (readOnly !== null) return readOnly;
  if (lostBids(state, parts).length === 0) return 'No bid that lost instances is open or being preempted now.';
  return moneyOf(state)?.prices == null ? 'The journal is still being read. Try again in a moment.' : null;
}

/** The form for raising lost bids to prices that would fill them. */
export function getBack(state: ConsoleState, parts: readonly DigestPart[]): Form {
  const refills = lostBids(state, parts).map((bid): Refill => ({ bid, price: fillPrice(bid, state) }));
  return getBackForm(refills, { production: state.connected.production });
}
