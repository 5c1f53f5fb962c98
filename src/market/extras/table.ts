import { auctions } from './auctions.ts';

/** Operations beyond the interface (`contract/extras/`). */
export const extraHandlers = { readAuctions: auctions };
