import { leastIn } from '../../../lib/sum.ts';
import { committedNow } from '../../../store/totals.ts';
import { COST_PERIODS, type CostPeriod, moneyOf } from '../../money/known-money.ts';
import { knownSince, type Spend, spentIn, unpricedBids } from '../../money/spend.ts';
import { spendBudgetsOf } from '../../money/spend-budgets.ts';
import { amountOf, amounts, type Labels, OTHER, type Sample } from './label-bounds.ts';
import type { Metric, MetricSource } from './metric.ts';

function byPeriod(
  { state }: MetricSource,
  samplesOf: (spend: Spend, period: CostPeriod) => readonly Sample[],
): readonly Sample[] {
  const costs = moneyOf(state)?.costs ?? null;
  if (costs === null) return [];
  return COST_PERIODS.flatMap((period) => {
    const { spend } = costs[period];
    return knownSince(spend) === null ? [] : samplesOf(spend, period);
  });
}

/** For each type, region and currency with a price in the last seven days. */
function bySeenPrice(
  { state, bounds }: MetricSource,
  numberOf: (last: { readonly high: bigint | null; readonly to: number }) => number | null,
): readonly Sample[] {
  const seen = new Map<Labels, Sample>();
  for (const {
    price: { last, band },
  } of moneyOf(state)?.prices ?? []) {
    const value = last === null ? null : numberOf(last);
    const labels = bounds.labels({ instance_type: band.type, region: band.region, currency: band.sign });
    // Pairs sharing labels have no price in common.
    if (value !== null && !Object.values(labels).includes(OTHER) && !seen.has(labels))
      seen.set(labels, { labels, value });
  }
  return [...seen.values()];
}

/** With the amounts using them; today's and this month's need the journal. */
function budgets({ state, isCurrent }: MetricSource) {
  const { budget } = state.connected;
  const hour =
    budget !== null && isCurrent('bids') && isCurrent('instances')
      ? [{ per: 'hour', budget, used: committedNow(state) }]
      : [];
  return [...hour, ...spendBudgetsOf(state).map(({ time, budget, cost }) => ({ per: time, budget, used: cost }))];
}

const PRICE_LABELS = ['instance_type', 'region', 'currency'] as const;

export const moneyMetrics: readonly Metric[] = [
  {
    name: 'spotdeck_spend_at_most',
    help: 'What the bids cost at most in the observed part of a period of calendar days, today included. No series while some of it is not known.',
    kind: 'gauge',
    labels: ['period', 'currency'],
    samples: (source) =>
      byPeriod(source, (spend, period) => {
        const cost = spentIn(spend);
        return cost.kind === 'known' ? amounts(source.bounds, cost.amounts, { period }) : [];
      }),
  },
  {
    name: 'spotdeck_spend_unknown_bids',
    help: 'Bids that ran in the period and whose limit price could not be read: what they cost is not known.',
    kind: 'gauge',
    labels: ['period'],
    samples: (source) =>
      byPeriod(source, (spend, period) => [{ labels: { period }, value: unpricedBids(spend).length }]),
  },
  {
    name: 'spotdeck_spend_unobserved_seconds',
    help: 'Time of the period, since the journal began, that was not observed: its costs are not in spotdeck_spend_at_most.',
    kind: 'gauge',
    labels: ['period'],
    samples: (source) => byPeriod(source, ({ gapMs }, period) => [{ labels: { period }, value: gapMs / 1000 }]),
  },
  {
    name: 'spotdeck_budget',
    help: 'The budgets of the config file.',
    kind: 'gauge',
    labels: ['per', 'currency'],
    samples: (source) => budgets(source).flatMap(({ per, budget }) => amounts(source.bounds, [budget], { per })),
  },
  {
    name: 'spotdeck_budget_used_ratio',
    help: 'Share of a budget that is used at most: per hour by running and open bids, per day and month by what they cost. While spotdeck_budget_unknown is 1 it is used at least so far.',
    kind: 'gauge',
    labels: ['per', 'currency'],
    samples: (source) =>
      budgets(source).flatMap(({ per, budget, used }) =>
        budget.micros === 0n
          ? []
          : [
              {
                labels: { per, currency: source.bounds.value('currency', budget.sign) },
                value: Number(leastIn(used, budget.sign).micros) / Number(budget.micros),
              },
            ],
      ),
  },
  {
    name: 'spotdeck_budget_unknown',
    help: 'Whether some of what uses a budget is not known, so that it may be used more than spotdeck_budget_used_ratio says.',
    kind: 'gauge',
    labels: ['per'],
    samples: (source) =>
      budgets(source).map(({ per, used }) => ({ labels: { per }, value: used.kind === 'known' ? 0 : 1 })),
  },
  {
    name: 'spotdeck_price_per_hour_upper_bound',
    help: 'The spot price was last seen to be at most this, for one instance and hour.',
    kind: 'gauge',
    labels: PRICE_LABELS,
    samples: (source) => bySeenPrice(source, ({ high }) => (high === null ? null : amountOf(high))),
  },
  {
    name: 'spotdeck_price_seen_timestamp_seconds',
    help: 'When a bid that shows the spot price, or waits for it, was last seen, in seconds since 1970.',
    kind: 'gauge',
    labels: PRICE_LABELS,
    samples: (source) => bySeenPrice(source, ({ to }) => to / 1000),
  },
];
