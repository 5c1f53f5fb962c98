import { DAY_MS, shortDuration } from '../../../lib/duration.ts';
import { keepLast } from '../../../lib/memoize.ts';
import { own } from '../../../lib/typed-key.ts';
import { type DialogLine, textLines } from '../../../screen/dialogs/line.ts';
import type { Strip } from '../../../screen/dialogs/screen.ts';
import { cursorRow } from '../../../store/lists/visible-rows.ts';
import { layoutOf } from '../../../store/panes/layout.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { pastPricesOf } from '../../extras/price-history.ts';
import { moneyOf, type WantedChart } from '../known-money.ts';
import { hasPictures } from '../picture.ts';
import type { WantedPair } from '../price.ts';
import { pairName } from '../price-sentence.ts';
import { servicePrice } from '../service-prices.ts';
import { priceStrip } from '../settings.ts';
import { chartLines } from './chart-lines.ts';

/** How far back the strip reaches, in milliseconds. */
const STRIP_MS = DAY_MS;

export const hasPriceStrip = (state: ConsoleState): boolean =>
  own(state.connected, priceStrip) &&
  state.shownInstead === null &&
  hasPictures(state.glyphs) &&
  state.lists.bids.rows.size > 0;

export function chartOfStrip(state: ConsoleState): readonly WantedChart[] {
  const layout = layoutOf(state);
  const isShown = layout.kind === 'wide' && layout.strip !== null && hasPriceStrip(state);
  const pair = isShown ? pairOf(state) : null;
  return pair === null ? [] : [{ pair, spanMs: STRIP_MS }];
}

/** Of the bid under the cursor of Bids. */
function pairOf(state: ConsoleState): WantedPair | null {
  const { instance_type: type = null, region = null, limit_price: price } = cursorRow(state, 'bids')?.row ?? {};
  return type === null || region === null || price?.amount == null ? null : { type, region, sign: price.amount.sign };
}

const drawn = keepLast<readonly DialogLine[]>();

/** The last day's price for the bid under the cursor, with losses and fills of its pair. */
export const priceStripPart: Strip = {
  title: (state) => {
    const pair = pairOf(state);
    if (pair === null) return [{ text: 'Price' }];
    return [
      { text: 'Price of ' },
      { text: pairName(pair, state.connected.aliases), tone: 'strong' },
      { text: `, ${shortDuration(STRIP_MS)}` },
    ];
  },
  lines: (state, room) => {
    const pair = pairOf(state);
    if (pair === null) return textLines('Move to a bid with a type, a region and a limit price.', room.width, 'dim');
    const { glyphs, connected } = state;
    const service = servicePrice(state, pair, pair.sign);
    return drawn(
      [
        moneyOf(state),
        service?.price.micros,
        service?.free,
        pastPricesOf(state, pair, STRIP_MS)?.prices,
        pair.type,
        pair.region,
        pair.sign,
        room.width,
        room.height,
        glyphs,
        connected.aliases,
      ],
      () => chartLines(state, { pair, spanMs: STRIP_MS, at: null }, room),
    );
  },
};
