import { shortDuration } from '../../../lib/duration.ts';
import { keepLast } from '../../../lib/memoize.ts';
import { type DialogLine, textLines } from '../../../screen/dialogs/line.ts';
import type { Strip } from '../../../screen/dialogs/screen.ts';
import { moneyOf } from '../known-money.ts';
import { pairName } from '../price-sentence.ts';
import { STRIP_MS } from '../price-strip.ts';
import { chartLines } from './chart-lines.ts';
import { stripPairOf } from './strip-pair.ts';

const drawn = keepLast<readonly DialogLine[]>();

/** The price of the type and region of the bid under the cursor over the last day, with what happened to bids of it. */
export const priceStripPart: Strip = {
  title: (state) => {
    const pair = stripPairOf(state);
    if (pair === null) return [{ text: 'Price' }];
    return [
      { text: 'Price of ' },
      { text: pairName(pair, state.connected.aliases), tone: 'strong' },
      { text: `, ${shortDuration(STRIP_MS)}` },
    ];
  },
  lines: (state, room) => {
    const pair = stripPairOf(state);
    if (pair === null) return textLines('Move to a bid with a type, a region and a limit price.', room.width, 'dim');
    const { glyphs, connected } = state;
    return drawn(
      [moneyOf(state), pair.type, pair.region, pair.sign, room.width, room.height, glyphs, connected.aliases],
      () => chartLines(state, { pair, spanMs: STRIP_MS, at: null }, room),
    );
  },
};
