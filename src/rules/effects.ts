import { HOUR_MS } from '../lib/duration.ts';
import type { BidRecord, BidStep, LimitPrice } from '../money/bid-step.ts';
import { joined, observedClock } from '../money/observed-time.ts';
import { highestRates, possibleIn, type Rate } from '../money/stretches.ts';
import type { RuleAction } from './decision.ts';

/** An action that was done: what, on which bid, and when it was decided, in milliseconds since 1970. */
export type DoneAction = { readonly at: number; readonly fid: string; readonly action: RuleAction };

/** What a rule has cost and saved at most, at limit prices, one amount for each currency. */
export type RuleEffects = {
  /** Time of the first action that counts, in milliseconds since 1970; null without one. */
  readonly since: number | null;
  readonly cost: readonly LimitPrice[];
  readonly saved: readonly LimitPrice[];
};

/**
 * What the last actions of a rule mean for a bid. `paused`: it would cost `rate` an hour if it ran on. `by-rule`: all it costs follows
 * from the rule. `priced`: it runs anyway, at `limit` in place of `before`. `seen`: a list has shown the effect.
 */
type Standing =
  | { readonly kind: 'none' }
  | { readonly kind: 'paused'; readonly rates: readonly Rate[]; readonly seen: boolean }
  | { readonly kind: 'by-rule'; readonly seen: boolean }
  | {
      readonly kind: 'priced';
      readonly before: LimitPrice;
      readonly last: LimitPrice;
      readonly limit: LimitPrice;
      readonly seen: boolean;
    };

const NONE: Standing = { kind: 'none' };

/**
 * Returns what the actions of a rule have cost and saved until a time. Only observed time counts. Both sums are upper bounds: between two
 * lists a bid may have stood in one of two ways, and the dearer one counts.
 */
export function effectsOf(actions: readonly DoneAction[], records: readonly BidRecord[], until: number): RuleEffects {
  const cost = new Map<string, bigint>();
  const saved = new Map<string, bigint>();
  let since: number | null = null;
  for (const record of records) {
    const clock = observedClock(joined(record.observed));
    for (const { traits, steps } of record.bids) {
      const own = actions.filter(({ fid }) => fid === traits.bid).toSorted((a, b) => a.at - b.at);
      const [first] = own;
      if (first === undefined) continue;
      since = Math.min(since ?? first.at, first.at);
      addEffects(own, steps, until, (from, to, { costs, saves }) => {
        const ms = BigInt(clock(to) - clock(from));
        for (const { sign, micros } of costs) cost.set(sign, (cost.get(sign) ?? 0n) + micros * ms);
        for (const { sign, micros } of saves) saved.set(sign, (saved.get(sign) ?? 0n) + micros * ms);
      });
    }
  }
  return { since, cost: perHour(cost), saved: perHour(saved) };
}

const HOUR = BigInt(HOUR_MS);

const perHour = (sums: ReadonlyMap<string, bigint>): readonly LimitPrice[] =>
  [...sums].flatMap(([sign, sum]) => (sum === 0n ? [] : [{ sign, micros: (sum + HOUR - 1n) / HOUR }]));

type Rates = { readonly costs: readonly Rate[]; readonly saves: readonly Rate[] };

/** Walks over the actions on a bid and the lists that showed it, and adds what each time between two of them costs and saves. */
function addEffects(
  actions: readonly DoneAction[],
  steps: readonly BidStep[],
  until: number,
  add: (from: number, to: number, rates: Rates) => void,
): void {
  const edges = [...actions.map(({ at }) => at), ...steps.flatMap(({ at, since }) => [since, at]), until];
  const begin = actions[0]?.at ?? until;
  const times = [...new Set(edges)].filter((at) => at >= begin && at <= until).sort((a, b) => a - b);
  let standing: Standing = NONE;
  for (const [n, from] of times.entries()) {
    for (const one of actions.filter(({ at }) => at === from)) {
      const before = steps.findLast(({ at }) => at < from) ?? null;
      standing = after(standing, one.action, before);
    }
    for (const step of steps.filter(({ at }) => at === from)) standing = shown(standing, step);
    const to = times[n + 1];
    if (to !== undefined && standing.kind !== 'none') add(from, to, ratesOf(standing, possibleIn(steps, { from, to })));
  }
}

/** Returns the standing after an action. `before` is how the lists have shown the bid last. */
function after(standing: Standing, action: RuleAction, before: BidStep | null): Standing {
  switch (action.kind) {
    case 'pause':
      return {
        kind: 'paused',
        rates: before === null ? [] : highestRates([before], ({ running }) => running),
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

/** Returns the standing after a list has shown the bid: a change by somebody else ends what follows from the rule. */
function shown(standing: Standing, step: BidStep): Standing {
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

function ratesOf(standing: Exclude<Standing, { kind: 'none' }>, possible: readonly BidStep[]): Rates {
  switch (standing.kind) {
    case 'paused':
      return { costs: [], saves: possible.some(({ state }) => state === 'paused') ? standing.rates : [] };
    case 'by-rule':
      return { costs: highestRates(possible, ({ running }) => running), saves: [] };
    case 'priced': {
      const { sign, micros: before } = standing.before;
      const differences = possible.flatMap(({ limit, running }) =>
        limit?.sign === sign ? [(limit.micros - before) * BigInt(running)] : [],
      );
      const most = (values: readonly bigint[]): readonly Rate[] => {
        const highest = values.reduce((high, value) => (value > high ? value : high), 0n);
        return highest === 0n ? [] : [{ sign, micros: highest }];
      };
      return { costs: most(differences), saves: most(differences.map((value) => -value)) };
    }
  }
}
