import { BidFid } from '../../../../src/contract/fid.ts';
import type { BidState } from '../../../../src/features/money/bid-record.ts';
import { type PriceBand, priceBandsOf } from '../../../../src/features/money/price-bands.ts';
import type { RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import { readAtOnce } from '../../../../src/features/rules/engine/needs.ts';
import type { RuleBid, RuleView } from '../../../../src/features/rules/engine/view.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { actionFinished, isRaising, stepRule } from '../../../../src/features/rules/runner/step-rule.ts';
import { HOUR_MS } from '../../../../src/lib/duration.ts';
import { NO_SUM } from '../../../../src/lib/sum.ts';
import { cancel, pause, resume } from '../../../../src/market/engine/bids.ts';
import { advance } from '../../../../src/market/engine/clock.ts';
import { changeLimit } from '../../../../src/market/engine/commands.ts';
import type { BidRecord as MarketBid } from '../../../../src/market/engine/model.ts';
import { emptyWorld, instancesOf, type World } from '../../../../src/market/engine/world.ts';
import { bidFor, DOLLAR, pool, SECOND, START } from '../../../market/world.ts';
import { chanceOf, createWatch } from '../../money/watched-market.ts';

const STATES: { readonly [Status in MarketBid['status']]: BidState } = {
  Open: 'open',
  Allocated: 'allocated',
  Preempting: 'preempting',
  Paused: 'paused',
  Terminated: 'ended',
};

/** Interval at which the lists are read, and at which prices are computed from what was seen, in milliseconds. */
const LOOK_MS = 30 * SECOND;
const BAND_MS = HOUR_MS;

export type Fleet = {
  readonly seed: number;
  readonly ms: number;
  readonly pools: number;
  readonly capacity: number;
  /** Number of bids, and limit prices as parts of the base price. */
  readonly bids: number;
  readonly limits: readonly [number, number];
  readonly rules: readonly Rule[];
  /** Part of the hours in which the machines of a bid do nothing. */
  readonly idle?: number;
  /** What running bids may cost per hour, for counting the time above it. */
  readonly budget?: number;
};

/** What a fleet did in its time. Money in dollars. */
export type Outcome = {
  readonly instanceHours: number;
  /** At limit prices, and at the spot price, which only the market knows. */
  readonly most: number;
  readonly spot: number;
  readonly idleHours: number;
  readonly overBudgetHours: number;
  readonly writes: number;
  /** Time until the first bid was wholly filled, in hours; null when none was. */
  readonly filledAfter: number | null;
  /** Highest limit price of a bid, and most writes of a rule within an hour. */
  readonly highest: bigint;
  readonly mostWrites: number;
  readonly bidsLeft: number;
};

/** Whether the machines of a bid do nothing in an hour. */
const isIdleIn = (bid: number, hour: number, part: number): boolean => chanceOf(bid * 1000 + hour).next() < part;

/** Runs a market in which rules act on an operator's bids as the runner does: from lists, with their memory as JSON. */
export function judgedFleet({ seed, ms, pools, capacity, bids, limits, rules, idle = 0, budget }: Fleet): Outcome {
  const chance = chanceOf(seed);
  const names = Array.from({ length: pools }, (_, n) => `gpu${n}`);
  const world = emptyWorld(
    START,
    seed,
    names.map((name) => pool(name, capacity, 10n * DOLLAR)),
  );
  for (let n = 0; n < bids; n++) {
    const limit = BigInt(Math.round(1000 * chance.between(...limits))) * 10_000n;
    bidFor(world, limit, 2, { pool: names[n % pools] ?? '', name: `job-${n}` });
  }
  const watch = createWatch(world);
  const memories = new Map<string, string | null>();
  const raised = new Map<string, Set<string>>();
  const sentAt = new Map<string, number[]>();
  const idleSince = new Map<string, number>();
  let bands: readonly PriceBand[] = [];
  let bandsAt = START - BAND_MS;
  let [instanceHours, most, spot, idleHours, overBudgetHours, writes, highest] = [0, 0, 0, 0, 0, 0, 0n];
  let filledAfter: number | null = null;
  let mostWrites = 0;
  const hours = LOOK_MS / HOUR_MS;

  const runningOf = (bid: MarketBid): number =>
    instancesOf(world, bid).filter(({ status }) => status === 'STATUS_RUNNING').length;

  for (let at = START; at < START + ms; at += LOOK_MS) {
    advance(world, at);
    watch.look();
    if (at - bandsAt >= BAND_MS) {
      bands = priceBandsOf([watch.record()], { from: START, to: at });
      bandsAt = at;
    }
    let perHour = 0;
    for (const [n, bid] of world.bids.ordered.entries()) {
      const running = runningOf(bid);
      const limit = Number(bid.limit) / 1e6;
      instanceHours += running * hours;
      most += running * limit * hours;
      spot += running * (Number(world.pools.get(bid.pool)?.price ?? 0n) / 1e6) * hours;
      perHour += running * limit;
      if (bid.limit > highest && running > 0) highest = bid.limit;
      if (running > 0 && running === bid.quantity) filledAfter ??= (at - START) / HOUR_MS;
      const isIdle = running > 0 && isIdleIn(seed * 100 + n, Math.floor((at - START) / HOUR_MS), idle);
      if (!isIdle) idleSince.delete(bid.fid);
      else if (!idleSince.has(bid.fid)) idleSince.set(bid.fid, at);
      if (isIdle) idleHours += running * hours;
    }
    if (budget !== undefined && perHour > budget) overBudgetHours += hours;
    for (const rule of rules) {
      const times = (sentAt.get(rule.name) ?? []).filter((one) => one > at - HOUR_MS);
      const known = raised.get(rule.name) ?? new Set<string>();
      const step = stepRule(
        rule,
        {
          memory: memories.get(rule.name) ?? null,
          released: true,
          sentAt: times,
          raised: known,
          open: [],
          troubles: [],
        },
        viewOf(world, bands, at, idleSince, runningOf),
      );
      memories.set(rule.name, step.memory);
      for (const action of step.actions) {
        const fid = act(world, action);
        writes += 1;
        times.push(at);
        if (isRaising(action)) known.add(fid);
        memories.set(
          rule.name,
          actionFinished(rule, memories.get(rule.name) ?? null, action, 'done', { now: at, fid }),
        );
      }
      sentAt.set(rule.name, times);
      raised.set(rule.name, known);
      mostWrites = Math.max(mostWrites, times.length);
      if (step.actions.length > 0) break;
    }
  }
  const bidsLeft = world.bids.ordered.filter(({ status }) => status !== 'Terminated').length;
  return { instanceHours, most, spot, idleHours, overBudgetHours, writes, filledAfter, highest, mostWrites, bidsLeft };
}

function viewOf(
  world: World,
  bands: readonly PriceBand[],
  now: number,
  idleSince: ReadonlyMap<string, number>,
  runningOf: (bid: MarketBid) => number,
): RuleView {
  const bids = world.bids.ordered.map((bid): [string, RuleBid] => [
    bid.fid,
    {
      fid: BidFid.parse(bid.fid),
      name: bid.name,
      type: bid.pool,
      region: 'eu',
      volumeRegions: [],
      state: STATES[bid.status],
      limit: { sign: '$', micros: bid.limit },
      quantity: bid.quantity,
      running: runningOf(bid),
      machinesRead: true,
      idleSince: idleSince.get(bid.fid) ?? null,
      isBusy: false,
    },
  ]);
  return {
    now,
    bids: new Map(bids),
    matches: (filter, { name }) => name.includes(filter),
    pauseSet: () => null,
    read: readAtOnce(now),
    band: (type) => bands.find((one) => one.type === type) ?? null,
    spentToday: () => NO_SUM,
  };
}

/** Carries out an action as the service does. Returns the fid of its bid. */
function act(world: World, action: RuleAction): string {
  if (action.kind === 'place') {
    const { name, limit, quantity, type } = action;
    return bidFor(world, limit.micros, quantity, { pool: type, name }).fid;
  }
  const bid = world.bids.get(action.fid);
  if (bid === undefined) throw new Error(`A rule acts on ${action.fid}, which is not there.`);
  if (action.kind === 'pause') pause(world, bid);
  if (action.kind === 'resume') resume(world, bid);
  if (action.kind === 'cancel') cancel(world, bid);
  if (action.kind === 'limit') changeLimit(world, bid, action.limit.micros);
  return action.fid;
}
