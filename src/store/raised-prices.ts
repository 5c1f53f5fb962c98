import type { ObservedChange } from '../changes/change-event.ts';
import { LATE_MS } from '../changes/newer.ts';
import type { Bid } from '../contract/bid.ts';
import {
  compareMoney,
  formatMoneyGrouped,
  type Money,
  moneyOfMicros,
  parseServicePrice,
  timesMoney,
} from '../lib/money.ts';
import { isStatus } from '../resources/parts/status.ts';
import { type ConsoleState, keyNamed } from './state.ts';

/**
 * Notes bids whose limit price was raised elsewhere, with the price before. They are dropped when the price is back,
 * changed from here, or the bid ended.
 */
export function raisesSeen(state: ConsoleState, changes: readonly { readonly change: ObservedChange }[]): ConsoleState {
  const bidOf = (fid: string): Bid | undefined => state.lists.bids.rows.get(fid)?.row;
  const raised = new Map([...state.raised].filter(([fid, before]) => isAbove(bidOf(fid), before)));
  for (const { fid, field, from, to } of changes.map(({ change }) => change)) {
    if (field !== 'limit_price') continue;
    const [before, now] = [parseServicePrice(from ?? ''), parseServicePrice(to ?? '')];
    if (isChangedFromHere(state, fid)) raised.delete(fid);
    else if (before !== null && now !== null && before.sign === now.sign && compareMoney(now, before) > 0) {
      const first = raised.get(fid) ?? before;
      if (isAbove(bidOf(fid), first)) raised.set(fid, first);
    }
  }
  const isSame = raised.size === state.raised.size && [...raised.keys()].every((fid) => state.raised.has(fid));
  return isSame ? state : { ...state, raised };
}

function isAbove(bid: Bid | undefined, before: Money): boolean {
  const now = bid?.limit_price?.amount ?? null;
  return now !== null && !isStatus(bid?.status ?? null, 'terminated') && compareMoney(now, before) > 0;
}

/** Whether an operator or rule with this journal has just changed a row. */
function isChangedFromHere({ pending, lists, now }: ConsoleState, fid: string): boolean {
  return (
    pending.some(({ write }) => write.fid === fid) ||
    [...lists.activity.rows.values()].some(
      ({ row: { about, who, at } }) => who === 'operator' && about?.fid === fid && now - at <= LATE_MS,
    )
  );
}

/** One sentence about prices raised between two states; null for none. */
export function raiseAlert(before: ConsoleState, after: ConsoleState): string | null {
  if (after.raised === before.raised) return null;
  const begun = [...after.raised].flatMap(([fid, was]) => {
    const bid = before.raised.has(fid) ? undefined : after.lists.bids.rows.get(fid)?.row;
    const amount = bid?.limit_price?.amount ?? null;
    return bid === undefined || amount === null ? [] : [{ bid, was, amount }];
  });
  const [first] = begun;
  if (first === undefined) return null;
  const { bid, was, amount } = first;
  const key = keyNamed(after, 'edit-bid', 'e');
  const label = bid.name || bid.fid;
  if (begun.length > 1)
    return `Somebody else raised the limit prices of ${label} and ${begun.length - 1} more. Press ${key} to set them.`;
  const more = moneyOfMicros(amount.sign, amount.micros - was.micros);
  const { instance_quantity: quantity } = bid;
  const cost = quantity === null ? '' : `, up to ${formatMoneyGrouped(timesMoney(more, quantity))}/h more`;
  return `Somebody else raised the limit price of ${label} from ${formatMoneyGrouped(was)} to ${formatMoneyGrouped(amount)}${cost}. Press ${key} to set it.`;
}
