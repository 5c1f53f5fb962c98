import type { FeaturePanes, PaneParts } from '../../resources/panes.ts';
import { runningOf } from '../../resources/parts/joins.ts';
import { prices } from './pane/prices.ts';
import { adviceForPairs } from './price-advice.ts';
import { TREND_WIDTH, trendCell } from './trend-cells.ts';

/** The pane of prices, the trend of bids, and advice on limit prices. */
export const moneyPanes: PaneParts<Pick<FeaturePanes, 'prices'>> = {
  panes: { prices },
  additions: {
    bids: {
      columns: {
        before: 'price',
        add: [
          {
            id: 'trend',
            header: 'TREND',
            width: TREND_WIDTH.least,
            maxWidth: TREND_WIDTH.most,
            priority: 8,
            picture: 'what ran of what is wanted, in the last hour or since it is known',
            draw: trendCell,
            cell: (bid, context) => trendCell(bid, context, TREND_WIDTH.most),
            // The share of what is wanted that runs now.
            largestFirst: true,
            sortBy: ({ fid, instance_quantity }, context) =>
              instance_quantity === null || instance_quantity === 0
                ? null
                : runningOf(fid, context) / instance_quantity,
          },
        ],
      },
    },
  },
  remarks: { onPrice: adviceForPairs },
};
