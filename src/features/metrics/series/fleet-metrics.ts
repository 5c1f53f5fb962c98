import { standingOf } from '../../../changes/incident.ts';
import type { Bid } from '../../../contract/bid.ts';
import type { Instance } from '../../../contract/instance.ts';
import type { Money } from '../../../lib/money.ts';
import { sumOf, withoutOf } from '../../../lib/sum.ts';
import {
  chargedInstances,
  committedInstances,
  type FleetPart,
  fleetParts,
  wants,
} from '../../../resources/bids/exposure.ts';
import { instancesByBid } from '../../../resources/parts/joins.ts';
import { isStatus, statusWord } from '../../../resources/parts/status.ts';
import { liveContextOf } from '../../../store/row-context.ts';
import type { Headroom } from '../../headroom/headroom.ts';
import { headroomOfBid } from '../../headroom/known-headrooms.ts';
import { thinBids } from '../../headroom/watch.ts';
import { happenedOf } from '../../why/state.ts';
import {
  amountOf,
  amounts,
  countBy,
  createTally,
  type Labels,
  labelValue,
  MAX_SERIES,
  type Sample,
} from './label-bounds.ts';
import type { Metric, MetricSource, PoolRow } from './metric.ts';

const bidsIn = ({ state, isCurrent }: MetricSource): readonly Bid[] =>
  isCurrent('bids') ? [...state.lists.bids.rows.values()].map(({ row }) => row) : [];
const instancesIn = ({ state, isCurrent }: MetricSource): readonly Instance[] =>
  isCurrent('instances') ? [...state.lists.instances.rows.values()].map(({ row }) => row) : [];

const placeOf = ({ instance_type, region }: PoolRow): PoolRow => ({ instance_type, region });
const bidLabels = (bid: Bid, { bounds }: MetricSource): Labels =>
  bounds.labels({ project: bid.project, status: statusWord('bid', bid.status), ...placeOf(bid) });

const runningOf = ({ state: { lists } }: MetricSource) => {
  const byBid = instancesByBid(lists.instances);
  return ({ fid }: Bid): number => byBid.get(fid)?.running ?? 0;
};

type CountOfBid = Parameters<typeof fleetParts>[1];

/**
 * Parts of the cost per hour by type and region, for a number of instances of each bid; nothing while either list is
 * old.
 */
function partsByPlace({ state: { lists }, isCurrent, bounds }: MetricSource, counted: CountOfBid) {
  if (!isCurrent('bids') || !isCurrent('instances')) return new Map<Labels, readonly FleetPart[]>();
  const byBid = instancesByBid(lists.instances);
  const fleet = {
    bids: lists.bids.rows,
    instances: lists.instances.rows,
    charged: (bid: string) => byBid.get(bid)?.charged ?? 0,
  };
  return Map.groupBy(fleetParts(fleet, counted), ({ row }) => bounds.labels(placeOf(row)));
}

/** By type and region. A partly unknown cost has no upper bound, so there is no series. */
function costByPlace(source: MetricSource, counted: CountOfBid): readonly Sample[] {
  const tally = createTally();
  for (const [place, parts] of partsByPlace(source, counted)) {
    const cost = sumOf(parts);
    if (cost.kind !== 'known') continue;
    for (const { labels, value } of amounts(source.bounds, cost.amounts, place)) tally.add(labels, value);
  }
  return tally.samples();
}

/** Of bids for instances, by type, region and currency. */
function limitPrices(source: MetricSource, pick: (a: number, b: number) => number): readonly Sample[] {
  const byKey = new Map<string, Sample>();
  for (const bid of bidsIn(source)) {
    const amount = bid.limit_price?.amount ?? null;
    if (amount === null || !wants(bid)) continue;
    const labels = source.bounds.priced(placeOf(bid), amount.sign);
    if (labels === null) continue;
    const key = JSON.stringify(Object.values(labels));
    const value = amountOf(amount.micros);
    byKey.set(key, { labels, value: pick(byKey.get(key)?.value ?? value, value) });
  }
  return [...byKey.values()];
}

/** Of a single bid with labels of its own. */
function priceOf(
  { bounds }: MetricSource,
  { sign, micros }: Pick<Money, 'sign' | 'micros'>,
  labels: Labels,
): readonly Sample[] {
  const currency = bounds.value('currency', sign);
  return [{ labels: { ...labels, currency }, value: amountOf(micros) }];
}

function bySingleBid(
  source: MetricSource,
  samplesOf: (bid: Bid, labels: Labels) => readonly Sample[],
): readonly Sample[] {
  const live = bidsIn(source).filter(({ status }) => !isStatus(status, 'terminated'));
  const { bounds } = source;
  return live.slice(0, MAX_SERIES).flatMap((bid) => {
    const project = bounds.value('project', bid.project);
    return samplesOf(bid, {
      bid: labelValue(bid.fid),
      name: labelValue(bid.name),
      project,
      ...bounds.labels(placeOf(bid)),
    });
  });
}

const headroomIn = ({ state }: MetricSource, { fid }: Bid): Headroom | null =>
  liveContextOf(state).own(headroomOfBid, fid);

const pricedBids = (source: MetricSource): readonly Bid[] =>
  bidsIn(source).filter((bid) => headroomIn(source, bid) !== null);

const PLACE = ['instance_type', 'region'] as const;
const SINGLE_BID = ['bid', 'name', 'project', ...PLACE] as const;

export const fleetMetrics: readonly Metric[] = [
  {
    name: 'spotdeck_bids',
    help: 'Bids by status.',
    kind: 'gauge',
    labels: ['project', 'status', ...PLACE],
    samples: (source) => countBy(bidsIn(source), (bid) => bidLabels(bid, source)),
  },
  {
    name: 'spotdeck_bid_instances_wanted',
    help: 'Instances that bids ask for, by the status of the bid.',
    kind: 'gauge',
    labels: ['project', 'status', ...PLACE],
    samples: (source) => {
      const tally = createTally();
      for (const bid of bidsIn(source))
        if (bid.instance_quantity !== null) tally.add(bidLabels(bid, source), bid.instance_quantity);
      return tally.samples();
    },
  },
  {
    name: 'spotdeck_instances',
    help: 'Instances by status.',
    kind: 'gauge',
    labels: ['project', 'status', ...PLACE],
    samples: (source) =>
      countBy(instancesIn(source), (instance) =>
        source.bounds.labels({
          project: instance.project,
          status: statusWord('instance', instance.status),
          ...placeOf(instance),
        }),
      ),
  },
  {
    name: 'spotdeck_limit_price_per_hour_min',
    help: 'Lowest limit price of the bids that want instances, for one instance and hour.',
    kind: 'gauge',
    labels: [...PLACE, 'currency'],
    samples: (source) => limitPrices(source, Math.min),
  },
  {
    name: 'spotdeck_limit_price_per_hour_max',
    help: 'Highest limit price of the bids that want instances, for one instance and hour.',
    kind: 'gauge',
    labels: [...PLACE, 'currency'],
    samples: (source) => limitPrices(source, Math.max),
  },
  {
    name: 'spotdeck_cost_per_hour_at_most',
    help: 'Instances that run, or are being preempted or stopped, at the limit prices of their bids: the service charges no more than this an hour. No series where some of it is not known.',
    kind: 'gauge',
    labels: [...PLACE, 'currency'],
    samples: (source) => costByPlace(source, chargedInstances),
  },
  {
    name: 'spotdeck_committed_cost_per_hour_at_most',
    help: 'The same with every instance that running and open bids ask for.',
    kind: 'gauge',
    labels: [...PLACE, 'currency'],
    samples: (source) => costByPlace(source, committedInstances),
  },
  {
    name: 'spotdeck_cost_unknown',
    help: 'Bids whose limit price or quantity can not be read, and instances whose bid is not listed: they are in no cost. 0 while all costs are known.',
    kind: 'gauge',
    labels: PLACE,
    samples: (source) =>
      [...partsByPlace(source, committedInstances)].map(([labels, parts]) => ({
        labels,
        value: withoutOf(sumOf(parts)).length,
      })),
  },
  {
    name: 'spotdeck_preemptions_total',
    help: 'Bids and instances that began to be preempted, since the exporter was started.',
    kind: 'counter',
    labels: ['list', ...PLACE],
    samples: ({ state, counts, bounds }) => {
      const tally = createTally();
      for (const list of ['bids', 'instances'] as const) {
        // A counter already there shows its first event as an increase.
        for (const { row } of state.lists[list].rows.values()) tally.add({ list, ...bounds.labels(placeOf(row)) }, 0);
        for (const { labels, value } of counts.preemptions[list]()) tally.add({ list, ...labels }, value);
      }
      return tally.samples();
    },
  },
  {
    name: 'spotdeck_instances_lost_total',
    help: 'Instances that ended without a request, since the exporter was started.',
    kind: 'counter',
    labels: [...PLACE],
    samples: ({ state, counts, bounds }) => {
      const tally = createTally();
      for (const { row } of state.lists.instances.rows.values()) tally.add(bounds.labels(placeOf(row)), 0);
      for (const { labels, value } of counts.losses()) tally.add(labels, value);
      return tally.samples();
    },
  },
  {
    name: 'spotdeck_incidents',
    help: 'Incidents that are not over: bids that are out, are losing instances, wait for the market, or start.',
    kind: 'gauge',
    labels: ['state'],
    samples: ({ state }) => {
      const open = [...happenedOf(state).lines.values()].flatMap(({ incidents }) =>
        [...incidents.values()].map(standingOf),
      );
      return (['out', 'losing', 'waits', 'starts'] as const).map((standing) => ({
        labels: { state: standing },
        value: open.filter((one) => one === standing).length,
      }));
    },
  },
  {
    name: 'spotdeck_outages_total',
    help: 'Incidents in which a bid lost instances, since the exporter was started.',
    kind: 'counter',
    labels: [],
    samples: ({ counts }) => [{ labels: {}, value: counts.outages() }],
  },
  {
    name: 'spotdeck_changes_total',
    help: 'Changes that operators and rules sent, by outcome, since the exporter was started.',
    kind: 'counter',
    labels: ['list', 'verb', 'outcome', 'by'],
    samples: ({ counts }) => counts.changes(),
  },
  {
    name: 'spotdeck_bid_limit_price_per_hour',
    help: 'Limit price of a bid, for one instance and hour.',
    kind: 'gauge',
    labels: [...SINGLE_BID, 'currency'],
    of: 'bid',
    samples: (source) =>
      bySingleBid(source, ({ limit_price: price }, labels) =>
        price?.amount ? priceOf(source, price.amount, labels) : [],
      ),
  },
  {
    name: 'spotdeck_bid_headroom_per_hour',
    help: 'Limit price of a bid less the price now, for one instance and hour; no series where that is unknown.',
    kind: 'gauge',
    labels: [...SINGLE_BID, 'currency'],
    of: 'bid',
    samples: (source) =>
      bySingleBid(source, (bid, labels) => {
        const headroom = headroomIn(source, bid);
        return headroom === null ? [] : priceOf(source, headroom, labels);
      }),
  },
  {
    name: 'spotdeck_bid_headroom_ratio',
    help: 'The same as a part of the price now.',
    kind: 'gauge',
    labels: [...SINGLE_BID],
    of: 'bid',
    samples: (source) =>
      bySingleBid(source, (bid, labels) => {
        const ratio = headroomIn(source, bid)?.ratio ?? Number.POSITIVE_INFINITY;
        return Number.isFinite(ratio) ? [{ labels, value: ratio }] : [];
      }),
  },
  {
    name: 'spotdeck_bids_thin',
    help: 'Bids with instances that are soon outbid: docs/bids.md, Headroom.',
    kind: 'gauge',
    labels: PLACE,
    samples: (source) => {
      if (!source.isCurrent('bids')) return [];
      const tally = createTally();
      for (const bid of pricedBids(source)) tally.add(source.bounds.labels(placeOf(bid)), 0);
      const thin = thinBids(source.state).flatMap(({ fid }) => source.state.lists.bids.rows.get(fid)?.row ?? []);
      for (const bid of thin) tally.add(source.bounds.labels(placeOf(bid)), 1);
      return tally.samples();
    },
  },
  {
    name: 'spotdeck_bid_instances',
    help: 'Instances of a bid: those it asks for, and those that run.',
    kind: 'gauge',
    labels: [...SINGLE_BID, 'state'],
    of: 'bid',
    samples: (source) => {
      if (!source.isCurrent('instances')) return [];
      const running = runningOf(source);
      return bySingleBid(source, (bid, labels) => [
        ...(bid.instance_quantity === null
          ? []
          : [{ labels: { ...labels, state: 'wanted' }, value: bid.instance_quantity }]),
        { labels: { ...labels, state: 'running' }, value: running(bid) },
      ]);
    },
  },
];
