import type { Interval } from '../../../lib/intervals.ts';
import type { Sum } from '../../../lib/sum.ts';
import type { BidRecord, BidStep, LimitPrice } from '../../money/bid-record.ts';
import { type Estimate, estimateOver, spendOfSteps, spentIn, sumEstimates } from '../../money/spend.ts';
import { type Highest, highestOf, possibleIn } from '../../money/stretches.ts';
import type { RuleAction } from './decision.ts';

/** `at`: when it was decided. */
export type DoneAction = { readonly at: number; readonly fid: string; readonly action: RuleAction };

/** What the actions of a rule save and cost at most, at limit prices. */
export type RuleEffects = {
  /** The first action. */
  readonly since: number | null;
  readonly cost: Sum<number>;
  readonly saved: Sum<number>;
};

/** What the last actions mean for a bid. `by-rule`: its whole cost. `priced`: it runs anyway, at another price. `seen`: a list has shown the effect. */
type BidStanding =
  | { readonly kind: 'none' }
  | { readonly kind: 'paused'; readonly highest: Highest; readonly seen: boolean }
  | { readonly kind: 'by-rule'; readonly seen: boolean }
  | {
      readonly kind: 'priced';
      readonly before: LimitPrice;
      readonly last: LimitPrice;
      readonly limit: LimitPrice;
      readonly seen: boolean;
    };

const NONE: BidStanding = { kind: 'none' };

/** Cost and saving of actions until a time, in observed time only. Upper bounds: between two lists the dearer state counts. Savings and differences of price are estimates at limit prices. */
export function effectsOf(actions: readonly DoneAction[], records: readonly BidRecord[], until: number): RuleEffects {
  const costs: Estimate[] = [];
  const saved: Estimate[] = [];
  let since: number | null = null;
  for (const { observed, bids } of records) {
    for (const { traits, steps } of bids) {
      const own = actions.filter(({ fid }) => fid === traits.bid).toSorted((a, b) => a.at - b.at);
      const [first] = own;
      if (first === undefined) continue;
      since = Math.min(since ?? first.at, first.at);
      for (const { standing, time } of standingsOf(own, steps, until)) {
        const effect = effectOf(standing, steps, observed, time);
        costs.push(effect.cost);
        saved.push(effect.saves);
      }
    }
  }
  return { since, cost: sumOfAll(costs), saved: sumOfAll(saved) };
}

function sumOfAll(all: readonly Estimate[]): Sum<number> {
  const { costs, unpricedMs } = sumEstimates(all);
  return spentIn({ costs: costs.filter(({ microMs }) => microMs !== 0n), unpricedMs });
}

/** What the actions mean between each two of these times: actions, and lists with the bid. */
function standingsOf(
  actions: readonly DoneAction[],
  steps: readonly BidStep[],
  until: number,
): readonly { readonly standing: BidStanding; readonly time: Interval }[] {
  const edges = [...actions.map(({ at }) => at), ...steps.flatMap(({ at, since }) => [since, at]), until];
  const begin = actions[0]?.at ?? until;
  const times = [...new Set(edges)].filter((at) => at >= begin && at <= until).sort((a, b) => a - b);
  let standing: BidStanding = NONE;
  return times.flatMap((from, n) => {
    for (const one of actions.filter(({ at }) => at === from)) {
      const before = steps.findLast(({ at }) => at < from) ?? null;
      standing = after(standing, one.action, before);
    }
    for (const step of steps.filter(({ at }) => at === from)) standing = shown(standing, step);
    const to = times[n + 1];
    return to === undefined ? [] : [{ standing, time: { from, to } }];
  });
}

/** `before`: the last listed step. */
function after(standing: BidStanding, action: RuleAction, before: BidStep | null): BidStanding {
  switch (action.kind) {
    case 'pause':
      return {
        kind: 'paused',
        highest: before === null ? NO_RATES : highestOf([before], ({ running }) => ({ count: running })),
        seen: false,
      };
    case 'resume':
    case 'place':
      return { kind: 'by-rule', seen: false };
    case 'cancel':
      return NONE;
    case 'limit':
      if (standing.kind === 'by-rule') return standing;
      if (standing.kind === 'priced') return { ...standing, last: standing.limit, limit: action.limit, seen: false };
      if (before === null || before.limit === null || before.running === 0) return { kind: 'by-rule', seen: false };
      return { kind: 'priced', before: before.limit, last: before.limit, limit: action.limit, seen: false };
  }
}

const isEqual = (a: LimitPrice | null, b: LimitPrice): boolean => a?.sign === b.sign && a.micros === b.micros;

/** A change by others ends the effect of the rule. */
function shown(standing: BidStanding, step: BidStep): BidStanding {
  const isOff = step.state === 'paused' || step.state === 'ended';
  switch (standing.kind) {
    case 'none':
      return standing;
    case 'paused':
      if (step.state === 'paused') return { ...standing, seen: true };
      return standing.seen || step.state === 'ended' ? NONE : standing;
    case 'by-rule':
      if (!isOff) return { ...standing, seen: true };
      return standing.seen || step.state === 'ended' ? NONE : standing;
    case 'priced':
      if (isOff) return NONE;
      if (isEqual(step.limit, standing.limit)) return { ...standing, seen: true };
      return !standing.seen && isEqual(step.limit, standing.last) ? standing : NONE;
  }
}

type Effect = { readonly cost: Estimate; readonly saves: Estimate };

const NO_RATES: Highest = { rates: [], unpriced: 0 };
const NOTHING: Estimate = { costs: [], unpricedMs: 0 };

function effectOf(
  standing: BidStanding,
  steps: readonly BidStep[],
  observed: readonly Interval[],
  time: Interval,
): Effect {
  switch (standing.kind) {
    case 'none':
      return { cost: NOTHING, saves: NOTHING };
    case 'paused': {
      const isPaused = possibleIn(steps, time).some(({ state }) => state === 'paused');
      return { cost: NOTHING, saves: isPaused ? estimateOver(standing.highest, observed, time) : NOTHING };
    }
    case 'by-rule':
      return { cost: spendOfSteps(steps, observed, time), saves: NOTHING };
    case 'priced': {
      const { sign, micros: before } = standing.before;
      const differences = possibleIn(steps, time).flatMap(({ limit, running }) =>
        limit?.sign === sign ? [(limit.micros - before) * BigInt(running)] : [],
      );
      const most = (values: readonly bigint[]): Highest => {
        const highest = values.reduce((high, value) => (value > high ? value : high), 0n);
        return highest === 0n ? NO_RATES : { rates: [{ sign, micros: highest }], unpriced: 0 };
      };
      return {
        cost: estimateOver(most(differences), observed, time),
        saves: estimateOver(most(differences.map((value) => -value)), observed, time),
      };
    }
  }
}
