import type { Bid } from '../../contract/bid.ts';
import { formatMoney } from '../../lib/money.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import type { PaneParts } from '../../resources/panes.ts';
import type { Column, Live } from '../../resources/resource.ts';
import { knowsAuctions } from '../extras/auctions.ts';
import { headroomOf } from './headroom.ts';

/** A bid with less of its limit price left is soon outbid. */
const THIN = 0.1;

function headroomCell(bid: Bid, context: Context): Cell {
  const headroom = headroomOf(bid, context);
  if (headroom === null) return { text: context.glyphs.none, tone: 'dim' };
  const { sign, micros, part } = headroom;
  const text = `${formatMoney({ sign, micros, text: '' })} ${Math.floor(part * 100)}%`;
  return { text, tone: part < 0 ? 'bad' : part < THIN ? 'warn' : 'plain' };
}

const ofService: Live = {
  isRead: knowsAuctions,
  hidden: 'the service does not say prices',
  note: { of: () => null },
  when: 'in the console, where the service says the price',
  refused: 'needs the price now, which this command does not ask for',
  instead: 'The console shows it: spotdeck.',
};

const headroomColumn: Column<Bid> = {
  id: 'headroom',
  header: 'HEADROOM',
  width: 12,
  align: 'right',
  priority: 3.2,
  live: ofService,
  cell: headroomCell,
  sortBy: (bid, context) => headroomOf(bid, context)?.part ?? null,
};

export const headroomPanes: PaneParts<object> = {
  additions: { bids: { columns: { before: 'cost', add: [headroomColumn] } } },
};
