import type * as z from 'zod';
import { readInstancePrices, readInstanceStates } from '../../contract/extras/instance-history.ts';
import type { BidFid, InstanceFid } from '../../contract/fid.ts';
import type { StateEntry } from '../engine/history.ts';
import { compareRows, type World } from '../engine/world.ts';
import { handler, type MarketContext } from '../routes/handler.ts';
import { pageOf, requireProject } from '../routes/pages.ts';
import { timestamp } from '../routes/serialize.ts';
import { chargesOf, type LimitSince } from './charges.ts';
import { MOST_EVENTS, timeIn } from './parts.ts';

type Query = z.output<typeof readInstancePrices.query>;
type PricesAnswer = z.input<typeof readInstancePrices.answer.of>;
type StatesAnswer = z.input<typeof readInstanceStates.answer.of>;

/** Charges that overlap the time that was asked for, each with its own times. */
export const instancePrices = handler(readInstancePrices, ({ query }, market): PricesAnswer => {
  const { world, variants } = market;
  const { entries } = world.history.prices;
  const places = new Map(Array.from(world.pools.keys(), (pool, place) => [pool, place]));
  const limits = limitsIn(world);
  return pageAnswer(query, market, ({ bid, states }, from, to) => {
    const place = places.get(states[0]?.pool ?? '');
    if (bid === null || place === undefined) return [];
    return chargesOf(states, { entries, place, limits: limits.get(bid) ?? [], now: world.now })
      .filter((charge) => charge.from <= to && (charge.until ?? world.now) >= from)
      .map((charge) => ({
        price_cents: charge.cents,
        start_time: timestamp(charge.from, variants),
        end_time: charge.until === null ? null : timestamp(charge.until, variants),
      }));
  });
});

export const instanceStates = handler(
  readInstanceStates,
  ({ query }, market): StatesAnswer =>
    pageAnswer(query, market, ({ states }, from, to) =>
      states
        .filter(({ at }) => at >= from && at <= to)
        .map(({ at, status }) => ({ timestamp: timestamp(at, market.variants), status })),
    ),
);

type InstancePast = {
  readonly fid: InstanceFid;
  readonly createdAt: number;
  readonly bid: BidFid | null;
  readonly states: StateEntry[];
};

/** A page of the instances that have an event in the time that was asked for. */
function pageAnswer<Event>(
  query: Query,
  market: MarketContext,
  eventsOf: (instance: InstancePast, from: number, to: number) => readonly Event[],
) {
  requireProject(query.project, market);
  const from = timeIn(query.start_time, 'start_time') ?? Number.NEGATIVE_INFINITY;
  const to = timeIn(query.end_time, 'end_time') ?? Number.POSITIVE_INFINITY;
  const events = new Map<string, readonly Event[]>();
  const page = pageOf(
    instancesOf(market.world, query),
    (instance) => {
      const found = eventsOf(instance, from, to).slice(-MOST_EVENTS);
      events.set(instance.fid, found);
      return found.length > 0;
    },
    {},
    query,
    market.variants,
  );
  return {
    instances: page.rows.map(({ fid, bid }) => ({
      instance_fid: fid,
      bid_fid: bid,
      events: [...(events.get(fid) ?? [])],
    })),
    next_cursor: page.next,
  };
}

/** Those that history knows, ended ones too, oldest first. */
function instancesOf({ history }: World, { bid_fid, instance_fid }: Query): readonly InstancePast[] {
  const found = new Map<string, InstancePast>();
  for (const entry of history.states.entries) {
    if (bid_fid != null && entry.bid !== bid_fid) continue;
    if (instance_fid != null && entry.instance !== instance_fid) continue;
    const known = found.get(entry.instance);
    if (known === undefined)
      found.set(entry.instance, { fid: entry.instance, createdAt: entry.at, bid: entry.bid, states: [entry] });
    else known.states.push(entry);
  }
  return [...found.values()].sort(compareRows);
}

/** The limit prices of each bid over time. */
function limitsIn({ history }: World): ReadonlyMap<string, readonly LimitSince[]> {
  const limits = new Map<string, LimitSince[]>();
  for (const { bid, at, limit } of history.bids.entries) {
    const known = limits.get(bid);
    if (known === undefined) limits.set(bid, [{ at, limit }]);
    else if (known.at(-1)?.limit !== limit) known.push({ at, limit });
  }
  return limits;
}
