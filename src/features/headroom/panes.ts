import type { Bid } from '../../contract/bid.ts';
import { shortDuration } from '../../lib/duration.ts';
import { formatMoneyGrouped } from '../../lib/money.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import type { PaneParts } from '../../resources/panes.ts';
import type { Column, DetailLine, Live } from '../../resources/resource.ts';
import { auctionKeyOf, auctionNow, auctionsNow, auctionsReadAt } from '../extras/auctions.ts';
import { HEADROOM_FIELD, headroomFieldWords } from './crossing.ts';
import { headroomText, percentText, toneOf } from './headroom.ts';
import { headroomOfBid } from './known-headrooms.ts';

const ofPrices: Live = {
  isRead: { of: (source) => auctionsNow.of(source).size > 0, revision: auctionsNow },
  hidden: 'the service does not say prices',
  note: { of: () => null },
  when: 'in the console, where the service says the price',
  refused: 'needs the price now, which this command does not ask for',
  instead: 'The console shows it beside the bids, and spotdeck exporter has it as a metric.',
};

const WIDTH = '$10.20  12%'.length;

/** In little room the percentage alone. */
function headroomCell({ fid }: Bid, { own, glyphs }: Context, width = Number.POSITIVE_INFINITY): Cell {
  const headroom = own(headroomOfBid, fid);
  if (headroom === null) return { text: glyphs.none, tone: 'dim' };
  const text = headroomText(headroom);
  return { text: text.length > width ? percentText(headroom) : text, tone: toneOf(headroom) };
}

/** The thinnest first; those of no known price last. */
const headroomColumn: Column<Bid> = {
  id: 'headroom',
  header: 'HEADROOM',
  width: 8,
  maxWidth: WIDTH + 3,
  align: 'right',
  priority: 3.2,
  hidesEmpty: true,
  live: ofPrices,
  cell: (bid, context) => headroomCell(bid, context),
  draw: headroomCell,
  sortBy: ({ fid }, { own }) => own(headroomOfBid, fid)?.ratio ?? null,
  compareAs: {
    kind: 'margin',
    of: ({ fid }, { own }, unit) => {
      const headroom = own(headroomOfBid, fid);
      if (headroom === null) return null;
      return unit === '%' ? { amount: headroom.ratio * 100, unit } : { amount: headroom.micros, unit: headroom.sign };
    },
  },
};

/** `$1.20, 12 % above the price of $10.00; 3 free; as of 12s ago` */
function headroomLines(bid: Bid, { own, now }: Context): readonly DetailLine[] {
  const headroom = own(headroomOfBid, bid.fid);
  const key = auctionKeyOf(bid);
  const auction = key === null ? null : own(auctionNow, key);
  const readAt = own(auctionsReadAt);
  if (headroom === null || auction === null || readAt === null) return [];
  const size = { ...headroom, micros: headroom.micros < 0n ? -headroom.micros : headroom.micros, text: '' };
  const percent = percentText(headroom).replace('-', '').replace('%', ' %');
  const price = formatMoneyGrouped(auction.last_instance_price);
  const place = `${percent} ${headroom.micros < 0n ? 'below' : 'above'} the price of ${price}`;
  return [
    {
      label: 'Headroom',
      text: `${formatMoneyGrouped(size)}, ${place}; ${auction.capacity} free; ${shortDuration(Math.max(0, now - readAt))} ago`,
      tone: toneOf(headroom),
    },
  ];
}

export const headroomPanes: PaneParts<object> = {
  fieldWords: { [HEADROOM_FIELD]: headroomFieldWords },
  additions: {
    bids: {
      columns: { before: 'cost', add: [headroomColumn] },
      lines: { before: 'Running', add: headroomLines },
    },
  },
};
