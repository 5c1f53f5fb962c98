import { auctions } from './auctions.ts';
import { priceNow } from './price-now.ts';

/** Operations beyond the interface (`contract/extras/`). */
export const extraHandlers = { readAuctions: auctions, readPriceNow: priceNow };
