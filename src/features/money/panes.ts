import type { FeaturePanes, PaneParts } from '../../resources/panes.ts';
import { prices } from './pane/prices.ts';
import { trendColumn } from './trend.ts';

/** The pane of prices, and the trend of bids. */
export const moneyPanes: PaneParts<Pick<FeaturePanes, 'prices'>> = {
  panes: { prices },
  additions: {
    bids: {
      columns: { before: 'price', add: [trendColumn] },
    },
  },
};
