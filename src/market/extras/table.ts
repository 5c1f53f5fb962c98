import { auctions } from './auctions.ts';
import { bidHistory } from './bid-history.ts';
import { instancePrices, instanceStates } from './instance-history.ts';
import { instanceTypes, me, projects, quotas, teammates } from './names.ts';
import { priceHistory } from './price-history.ts';
import { priceNow } from './price-now.ts';

/** Operations beyond the interface (`contract/extras/`). */
export const extraHandlers = {
  readAuctions: auctions,
  readPriceNow: priceNow,
  readPriceHistory: priceHistory,
  readBidHistory: bidHistory,
  readInstancePrices: instancePrices,
  readInstanceStates: instanceStates,
  readInstanceTypes: instanceTypes,
  readProjects: projects,
  readTeammates: teammates,
  readMe: me,
  readQuotas: quotas,
};
