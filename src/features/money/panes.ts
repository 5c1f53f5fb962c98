import type { FeaturePanes, PaneParts } from '../../resources/panes.ts';
import { prices } from './pane/prices.ts';
import { adviceForPairs } from './price-advice.ts';
import { trendColumn } from './trend.ts';

/** The pane of prices, the trend of bids, and advice on limit prices. */
export const moneyPanes: PaneParts<Pick<FeaturePanes, 'prices'>> = {
  panes: { prices },
  additions: {
    bids: {
      columns: { before: 'price', add: [trendColumn] },
    },
  },
  remarks: { onPrice: adviceForPairs },
};
