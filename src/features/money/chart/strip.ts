import { shortDuration } from '../../../lib/duration.ts';
import { keepLast } from '../../../lib/memoize.ts';
import { type DialogLine, textLines } from '../../../screen/dialogs/line.ts';
import type { Strip } from '../../../screen/dialogs/screen.ts';
import { cursorRow } from '../../../store/lists/visible-rows.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { bidRecordsOf, computingOf } from '../known-records.ts';
import { pairName } from '../price-sentence.ts';
import { STRIP_MS } from '../price-strip.ts';
import { chartLines } from './chart-lines.ts';
import type { ChartPair } from './pair-chart.ts';

/** The type, region and currency of the bid under the cursor of Bids; null without one that has them. */
function pairOf(state: ConsoleState): ChartPair | null {
  const bid = cursorRow(state, 'bids')?.row;
  const { instance_type: type = null, region = null, limit_price: price = null } = bid ?? {};
  if (type === null || region === null || price?.amount == null) return null;
  return { type, region, sign: price.amount.sign };
}

const drawn = keepLast<readonly DialogLine[]>();

/** The price of the type and region of the bid under the cursor over the last day, with what happened to bids of it. */
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
    return drawn(
      [
        bidRecordsOf(state),
        computingOf(state),
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
