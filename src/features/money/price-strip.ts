import { DAY_MS } from '../../lib/duration.ts';
import { own } from '../../lib/typed-key.ts';
import { layoutOf } from '../../store/panes/layout.ts';
import type { ConsoleState } from '../../store/state.ts';
import { priceStrip } from './settings.ts';

/** The time before now whose price is drawn, in milliseconds. */
export const STRIP_MS = DAY_MS;

/** Whether the price may be drawn above the panes: where there are bids of a service, and pictures can be drawn. */
export const hasPriceStrip = (state: ConsoleState): boolean =>
  own(state.connected, priceStrip) &&
  state.shownInstead === null &&
  state.glyphs.box.across.trim() !== '' &&
  state.lists.bids.rows.size > 0;

/** Whether it is on screen. */
export function showsPriceStrip(state: ConsoleState): boolean {
  const layout = layoutOf(state);
  return layout.kind === 'wide' && layout.strip !== null && hasPriceStrip(state);
}
