import type { Bid } from '../../contract/bid.ts';
import type { Money } from '../../lib/money.ts';
import { getBackForm, type Refill } from '../../resources/bids/get-back-form.ts';
import { SHARES } from '../../resources/context.ts';
import type { Form } from '../../resources/form.ts';
import { readOnlyReason } from '../../store/read-only.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { moneyOf } from '../money/known-money.ts';
import { heldShare, type PairPrice } from '../money/price.ts';
import type { DigestPart } from './changes.ts';
import { digestOf } from './digest.ts';

/** The advised price of a bid, or the last fill when higher; null while too little was seen. */
function fillPrice({ limit_price, instance_type, region }: Bid, prices: readonly PairPrice[]): Money | null {
  const sign = limit_price?.amount?.sign;
  const price = prices.find(({ band }) => band.sign === sign && band.type === instance_type && band.region === region);
  if (price === undefined) return null;
  const { band, lost } = price;
  const holding = price.holding.often;
  const last = band.slots.findLast(({ high }) => high !== null)?.high ?? null;
  // Without a lower price tried, no exact share is known.
  const enough = last !== null && (heldShare(band, last) ?? 0) >= SHARES.often ? last : null;
  const known = [holding, holding === null ? enough : last].flatMap((micros) =>
    micros === null || (lost !== null && micros <= lost) ? [] : [micros],
  );
  if (known.length === 0) return null;
  return { sign: band.sign, micros: known.reduce((most, micros) => (micros > most ? micros : most)), text: '' };
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
  const prices = (moneyOf(state)?.prices ?? []).map(({ price }) => price);
  const refills = lostBids(state, parts).map((bid): Refill => ({ bid, price: fillPrice(bid, prices) }));
  return getBackForm(refills, { production: state.connected.production });
}
