import { cursorRow } from '../../../store/lists/visible-rows.ts';
import type { ConsoleState } from '../../../store/state.ts';
import type { WantedMoney } from '../known-money.ts';
import type { ChartPair } from '../pair-chart.ts';
import { STRIP_MS } from '../price-strip.ts';

/** The type, region and currency of the bid under the cursor of Bids; null without one that has them. */
export function stripPairOf(state: ConsoleState): ChartPair | null {
  const bid = cursorRow(state, 'bids')?.row;
  const { instance_type: type = null, region = null, limit_price: price = null } = bid ?? {};
  if (type === null || region === null || price?.amount == null) return null;
  return { type, region, sign: price.amount.sign };
}

/** What the strip needs to know. */
export function wantedByStrip(state: ConsoleState): readonly Pick<WantedMoney, 'charts'>[] {
  const pair = stripPairOf(state);
  return pair === null ? [] : [{ charts: [{ pair, spanMs: STRIP_MS }] }];
}
