import type * as z from 'zod';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { type Auction, readAuctions } from '../../../src/contract/extras/auctions.ts';
import { type BidHistoryEvent, readBidHistory } from '../../../src/contract/extras/bid-history.ts';
import {
  type InstanceCharge,
  type InstanceStateChange,
  readInstancePrices,
  readInstanceStates,
} from '../../../src/contract/extras/instance-history.ts';
import {
  type NamedRow,
  readInstanceTypes,
  readMe,
  readProjects,
  readTeammates,
} from '../../../src/contract/extras/named-lists.ts';
import { type PriceSeries, readPriceHistory } from '../../../src/contract/extras/price-history.ts';
import { type PriceNow, readPriceNow } from '../../../src/contract/extras/price-now.ts';
import { type Quota, readQuotas } from '../../../src/contract/extras/quotas.ts';
import type { Caller } from '../caller.ts';

type Query = Readonly<Record<string, string | number>>;
type Extra<Of extends z.ZodType = z.ZodType> = Endpoint & {
  readonly answer: { readonly kind: 'one'; readonly of: Of };
};

/** Histories of instances by their identifiers, and where the next page begins. */
export type InstancePage<Event> = {
  readonly events: ReadonlyMap<string, readonly Event[]>;
  readonly next: string | null;
};

/** Reads the extras of a market as a client does. */
export function extrasOf(caller: Caller) {
  const asked = async <Of extends z.ZodType>(
    { path, answer }: Extra<Of>,
    query: Query = {},
    fid = '',
  ): Promise<z.output<Of>> => {
    const written = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const told = await caller.get(`${path.replace('{fid}', fid)}?${written.join('&')}`);
    if (told.status !== 200) throw new Error(`${path} answered ${told.status}: ${told.text}`);
    return answer.of.parse(told.body);
  };
  const named = async (endpoint: typeof readProjects): Promise<readonly NamedRow[]> => {
    const told = await asked(endpoint);
    return Array.isArray(told) ? told : told.data;
  };
  const project = 'proj_demo';
  return {
    auctions: (): Promise<readonly Auction[]> => asked(readAuctions),
    priceNow: (type: string, more: Query = {}): Promise<PriceNow> =>
      asked(readPriceNow, { instance_type: type, ...more }),
    priceHistory: async (query: Query = {}): Promise<readonly PriceSeries[]> =>
      (await asked(readPriceHistory, query)).series,
    bidHistory: async (fid: string): Promise<readonly BidHistoryEvent[]> =>
      (await asked(readBidHistory, {}, fid)).events,
    charges: async (query: Query = {}): Promise<InstancePage<InstanceCharge>> =>
      pageIn(await asked(readInstancePrices, { project, ...query })),
    states: async (query: Query = {}): Promise<InstancePage<InstanceStateChange>> =>
      pageIn(await asked(readInstanceStates, { project, ...query })),
    types: () => named(readInstanceTypes),
    projects: () => named(readProjects),
    teammates: () => named(readTeammates),
    me: (): Promise<NamedRow> => asked(readMe),
    quotas: (): Promise<readonly Quota[]> => asked(readQuotas, { project }),
  };
}

const pageIn = <Event>(told: {
  readonly instances: readonly { readonly instance_fid: string; readonly events: readonly Event[] }[];
  readonly next_cursor: string | null;
}): InstancePage<Event> => ({
  events: new Map(told.instances.map(({ instance_fid, events }) => [instance_fid, events])),
  next: told.next_cursor,
});
