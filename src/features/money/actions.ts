import { placeBidFields, placeBidForm } from '../../resources/bids/place-form.ts';
import type { PaneParts } from '../../resources/panes.ts';
import type { Action } from '../../resources/resource.ts';
import type { PriceRow } from './price.ts';
import { adviceForPairs } from './prices/advice.ts';
import { suggestedPrice } from './prices/pane.ts';

const placeBidHere: Action<PriceRow> = {
  id: 'place-bid-here',
  key: 'n',
  label: 'Place a bid of this type and region, with the limit price that would have held 90 % of the time',
  hint: 'new bid',
  effect: {
    kind: 'form',
    get fields() {
      return placeBidFields();
    },
    open: (row, context) =>
      placeBidForm(null, context, { type: row.instance_type, region: row.region, price: suggestedPrice(row) }),
  },
};

export const moneyActions: PaneParts<object> = {
  additions: { prices: { actions: { before: 'price-bids', add: [placeBidHere] } } },
  remarks: { onPrice: adviceForPairs },
};
