import { type PriceNow, readPriceNow } from '../../contract/extras/price-now.ts';
import { type Money, timesMoney } from '../../lib/money.ts';
import type { OwnValue } from '../../resources/context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { auctionOf } from './auctions.ts';
import type { Dated, Extra, Send } from './extra.ts';
import { unitBetween, unitOf, withUnit } from './price-unit.ts';
import { type WantedPrice, wantedIn } from './wanted.ts';

/** Between two requests for the same, in milliseconds. */
const EVERY_MS = 20_000;
/** An older price is not the price now. In milliseconds. */
const FRESH_MS = 90_000;
/** Answers kept: a quantity that is typed again is known. */
const MOST_KEPT = 8;

declare module './state.ts' {
  interface KnownExtras {
    readonly priceNow?: ReadonlyMap<string, Dated<PriceNow>>;
  }
}

const keyOf = ({ type, region, quantity }: WantedPrice): string => JSON.stringify([type, region, quantity]);

const sendFor =
  (wanted: WantedPrice): Send =>
  async (reads, path, signal) => {
    const { type, region, quantity } = wanted;
    const query = { instance_type: type, region, instance_quantity: quantity };
    const answer = await reads.readForeign({ ...readPriceNow, path }, { query }, { signal });
    if (!answer.ok) return answer;
    const { value } = answer;
    if (
      value.available_capacity !== null &&
      (value.total_capacity ?? value.available_capacity) < value.available_capacity
    )
      return { ok: false, error: { kind: 'unexpected', why: 'more is free than there is' } };
    return { ok: true, value: (readAt) => (state) => withPrice(state, wanted, { value, readAt }) };
  };

/** Keeps the answer, and compares its unit with the auction of the same pair. */
function withPrice(state: ConsoleState, wanted: WantedPrice, answer: Dated<PriceNow>): ConsoleState {
  const key = keyOf(wanted);
  const others = [...(state.extras?.priceNow ?? [])].filter(([other]) => other !== key);
  const priceNow = new Map([...others.slice(1 - MOST_KEPT), [key, answer]]);
  const auction = auctionOf(state, wanted.type, wanted.region);
  const unit = unitBetween(answer.value.spot_price_cents, auction?.last_instance_price ?? null);
  return withUnit({ ...state, extras: { ...state.extras, priceNow } }, wanted.type, unit);
}

export const priceNow: Extra = {
  name: 'price-now',
  path: readPriceNow.path,
  says: 'what a bid of a quantity must offer to win',
  asks: (state) =>
    wantedIn(state)
      // Of others the service may know nothing, and the unit can not be told.
      .prices.filter(({ type, region }) => auctionOf(state, type, region) !== null)
      .map((wanted) => ({
        readAt: state.extras?.priceNow?.get(keyOf(wanted))?.readAt ?? null,
        everyMs: EVERY_MS,
        isAwaited: true,
        send: sendFor(wanted),
      })),
  trial: ({ bid }) =>
    bid === null || bid.instance_type === null || bid.region === null
      ? null
      : sendFor({ type: bid.instance_type, region: bid.region, quantity: bid.instance_quantity ?? 1 }),
};

/** Per instance and hour; `wins` is what a bid must offer. Null where the service leaves it open. */
export type WinningPrice = { readonly price: Money | null; readonly wins: Money | null; readonly free: number | null };

/** For a quantity, as the service says it now; null while it does not, or in a unit that is not known. */
export const winningPrice: OwnValue<[WantedPrice], WinningPrice | null> = {
  of: ({ state }, wanted) => {
    if (state.frozen !== null || state.shownInstead !== null) return null;
    const known = state.extras?.priceNow?.get(keyOf(wanted));
    const unit = unitOf(state, wanted.type);
    if (known === undefined || unit === null || state.now - known.readAt >= FRESH_MS) return null;
    const { spot_price_cents: spot, dynamic_win_price_cents: wins, available_capacity: free } = known.value;
    return { price: spot && timesMoney(spot, unit), wins: wins && timesMoney(wins, unit), free };
  },
};
