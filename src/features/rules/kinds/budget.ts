import * as z from 'zod';
import { BidFid } from '../../../contract/fid.ts';
import { localZone } from '../../../lib/calendar.ts';
import { MINUTE_MS } from '../../../lib/duration.ts';
import { leastIn, type Sum, standingTo, sumOf, withoutOf } from '../../../lib/sum.ts';
import { joinedClauses } from '../../../lib/words.ts';
import { system } from '../../../system/system.ts';
import { chargedOf, type LimitPrice } from '../../money/bid-record.ts';
import type { Decision, Hindrance, RuleAction, RuleLogic } from '../engine/decision.ts';
import { ruleKind } from '../engine/kind.ts';
import { BID_MS, INSTANCES_MS, LISTS_MS } from '../engine/needs.ts';
import { type CommonRule, priceText } from '../engine/rule.ts';
import type { RuleBid, RuleView } from '../engine/view.ts';
import {
  amountSuchAs,
  common,
  commonOf,
  type FilterSchema,
  table,
  written,
  wrongZone,
  zone,
} from '../engine/written.ts';

/** Pauses bids while running bids cost more than a budget. */
export type BudgetRule = CommonRule & {
  readonly kind: 'budget';
  /** At limit prices; `perDay` since midnight. */
  readonly perHour: LimitPrice | null;
  readonly perDay: LimitPrice | null;
  /** Filters of bids to pause: those of the first one go first. */
  readonly pause: readonly string[];
  readonly zone: string;
};

const hindrances = {
  'resumed-by-hand': {
    isSaid: true,
    help: 'Costs are over the budget, and bids that somebody resumed after it paused them run on.',
  },
  'nothing-to-pause': { isSaid: true, help: 'Costs are over the budget, and no bid is left to pause.' },
  'left-alone': { isSaid: false, help: 'Bids that were resumed by hand run on; others were paused.' },
  'spending-unknown': { isSaid: true, help: 'What was spent today is not known, or what a running bid costs.' },
} as const;
type Reason = keyof typeof hindrances;

/** How long a bid is left alone after its pause was refused or rehearsed. */
const AGAIN_MS = 10 * MINUTE_MS;

const Memory = z.object({
  /** Bids with a refused or rehearsed pause. */
  left: z.array(z.object({ fid: BidFid, at: z.int(), isRehearsed: z.boolean() })),
  /** Paused by the rule, and still paused. */
  paused: z.array(BidFid),
  /** Paused by the rule and resumed by others: left alone until the budget is met again. */
  resumed: z.array(BidFid),
});
type Memory = z.output<typeof Memory>;

/** Highest cost per hour, without instances stopping with a paused bid: no other bid is paused for them. */
const costOfAll = (bids: Iterable<RuleBid>): Sum<string> =>
  sumOf(
    Array.from(bids, (bid) => ({
      of: bid.name,
      each: bid.limit,
      count: canCost(bid) ? chargedOf(bid) : bid.running,
    })),
  );

const costOf = (bid: RuleBid, sign: string): bigint => leastIn(costOfAll([bid]), sign).micros;

/** The bids to pause: in the order of the filters, the dearest first. */
function inOrder({ pause }: BudgetRule, view: RuleView, sign: string): readonly RuleBid[] {
  const all = [...view.bids.values()].filter(({ state }) => state !== 'ended');
  const ordered = pause.flatMap((filter) =>
    all
      .filter((bid) => view.matches(filter, bid))
      .toSorted((a, b) => {
        const [costA, costB] = [costOf(a, sign), costOf(b, sign)];
        return costA === costB ? (`${a.name} ${a.fid}` < `${b.name} ${b.fid}` ? -1 : 1) : costA < costB ? 1 : -1;
      }),
  );
  return [...new Set(ordered)];
}

/** Whether it costs, or will once it is filled. */
const canCost = ({ state }: RuleBid): boolean => state !== 'paused' && state !== 'ended';

/** A passed budget. `over`: how much less per hour is enough; null for everything. */
type Excess = { readonly sign: string; readonly words: string; readonly over: bigint | null };

const bound = (sum: Sum<unknown>): string => (sum.kind === 'known' ? 'at most' : 'or more');

function passedBy({ perHour, perDay, zone }: BudgetRule, view: RuleView): Excess | null {
  const spent = perDay === null ? null : view.spentToday(zone);
  if (perDay !== null && spent !== null && standingTo(spent, perDay) === 'over') {
    const words = `${priceText(leastIn(spent, perDay.sign))} spent today ${bound(spent)}, budget ${priceText(perDay)}`;
    return { sign: perDay.sign, words, over: null };
  }
  if (perHour === null) return null;
  const cost = costOfAll(view.bids.values());
  if (standingTo(cost, perHour) !== 'over') return null;
  const least = leastIn(cost, perHour.sign);
  const words = `${priceText(least)} per hour ${bound(cost)}, budget ${priceText(perHour)}`;
  return { sign: perHour.sign, words, over: least.micros - perHour.micros };
}

/** Why it is not known whether the budget is kept. */
function unknownIn({ perHour, perDay, zone }: BudgetRule, view: RuleView): readonly Hindrance<Reason>[] {
  const unknown = (why: string): readonly Hindrance<Reason>[] => [{ reason: 'spending-unknown', why }];
  const spent = perDay === null ? null : view.spentToday(zone);
  if (perDay !== null && spent === null) return unknown('What was spent today is not known yet');
  const costs = perHour === null ? [] : withoutOf(costOfAll(view.bids.values()));
  if (costs.length > 0) {
    const more = costs.length - MOST_NAMED;
    const named = [...costs.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])];
    return unknown(
      `What ${joinedClauses(named)} ${costs.length === 1 ? 'costs' : 'cost'} is not known, because ${costs.length === 1 ? 'its limit price' : 'their limit prices'} can't be read: the budget may be passed`,
    );
  }
  return spent === null || spent.kind === 'known'
    ? []
    : unknown(
        'A part of what was spent today is not known, because a limit price could not be read: the budget may be passed',
      );
}

const MOST_NAMED = 3;

function remembered({ left, paused, resumed }: Memory, { bids, now }: RuleView): Memory {
  const live = (fid: BidFid): boolean => (bids.get(fid)?.state ?? 'ended') !== 'ended';
  const isPaused = (fid: BidFid): boolean => bids.get(fid)?.state === 'paused' || bids.get(fid)?.isBusy === true;
  return {
    left: left.filter(({ at }) => at > now - AGAIN_MS && at <= now),
    paused: paused.filter((fid) => live(fid) && isPaused(fid)),
    resumed: [...resumed, ...paused].filter((fid) => live(fid) && !isPaused(fid)),
  };
}

function decide(rule: BudgetRule, before: Memory, view: RuleView): Decision<Memory, Reason> {
  const memory = remembered(before, view);
  const { left, resumed } = memory;
  const passed = passedBy(rule, view);
  const unknown = unknownIn(rule, view);
  if (passed === null) {
    // An unfilled bid or unknown spending doesn't prove the budget is met.
    const isMetWith = ({ running, quantity }: RuleBid): boolean =>
      unknown.length === 0 && quantity !== null && running >= quantity;
    const stays = resumed.filter((fid) => {
      const bid = view.bids.get(fid);
      return bid !== undefined && !isMetWith(bid);
    });
    return { memory: { ...memory, resumed: stays }, actions: [], next: null, hindered: unknown };
  }
  const { sign, words } = passed;
  let over = passed.over;
  const actions: RuleAction[] = [];
  for (const bid of inOrder(rule, view, sign)) {
    const cost = costOf(bid, sign);
    if (over !== null && over <= 0n) break;
    if (!canCost(bid) || (over !== null && cost === 0n)) continue;
    if (resumed.includes(bid.fid)) continue;
    const before = left.find(({ fid }) => fid === bid.fid);
    // A pause under way or rehearsed counts as saved, a refused one doesn't.
    if (over !== null && before?.isRehearsed !== false) over -= cost;
    if (bid.isBusy || before !== undefined) continue;
    const { fid, name, running } = bid;
    actions.push({
      kind: 'pause',
      fid,
      name,
      reason: `${words}; ${running} running, ${priceText({ sign, micros: cost })} per hour`,
    });
  }
  const stuck = over !== null && over > 0n ? priceText({ sign, micros: over }) : null;
  const hindered = hinderedBy(stuck, namesOf(resumed, view), over === null);
  return { memory, actions, next: null, hindered: [...hindered, ...unknown] };
}

const namesOf = (fids: readonly BidFid[], { bids }: RuleView): string =>
  fids
    .flatMap((fid) => bids.get(fid) ?? [])
    .filter(canCost)
    .map(({ name }) => name)
    .join(', ');

/** Why the budget stays passed. Spending of a day stays too high while anything runs. */
function hinderedBy(stuck: string | null, resumed: string, isOfDay: boolean): readonly Hindrance<Reason>[] {
  const over = stuck === null ? '' : `. Costs are still ${stuck} per hour over the budget`;
  if (resumed !== '')
    return [
      {
        reason: stuck !== null || isOfDay ? 'resumed-by-hand' : 'left-alone',
        why: `${resumed} was resumed by someone else, so it is left alone until costs are within the budget again${over}`,
      },
    ];
  if (stuck === null) return [];
  return [{ reason: 'nothing-to-pause', why: `All bids that it may pause are paused or could not be paused${over}` }];
}

const logic: RuleLogic<BudgetRule, Memory, Reason> = {
  memory: Memory,
  empty: { left: [], paused: [], resumed: [] },
  selects: ({ pause }, _, view) =>
    [...view.bids.values()]
      .filter((bid) => bid.state !== 'ended' && pause.some((filter) => view.matches(filter, bid)))
      .map(({ fid }) => fid),
  decide,
  finished: (memory, action, outcome, { now }) =>
    action.kind !== 'pause' || outcome === 'missed'
      ? memory
      : outcome === 'done'
        ? { ...memory, paused: [...memory.paused.filter((fid) => fid !== action.fid), action.fid] }
        : {
            ...memory,
            left: [
              ...memory.left.filter(({ fid }) => fid !== action.fid),
              { fid: action.fid, at: now, isRehearsed: outcome === 'rehearsed' },
            ],
          },
};

const schema = (filter: FilterSchema) =>
  written(
    z
      .strictObject({
        kind: z.literal('budget'),
        ...common,
        zone,
        per_hour: amountSuchAs('$400').optional(),
        per_day: amountSuchAs('$5000').optional(),
        pause: z.array(filter).min(1).max(50).meta({ allowed: 'a list of filters, such as ["name:eval", "sweep"]' }),
      })
      .meta(table),
    (given): BudgetRule => {
      const {
        kind,
        per_hour: perHour = null,
        per_day: perDay = null,
        pause,
        zone = localZone(system().clock.now()),
      } = given;
      return { ...commonOf(given), kind, perHour, perDay, pause, zone, maxCost: null };
    },
    (_, { perHour, perDay, zone }) =>
      perHour === null && perDay === null
        ? { key: 'per_hour', why: 'a budget needs per_hour, per_day or both' }
        : wrongZone(zone),
  );

export const budget = ruleKind({
  kind: 'budget',
  schema,
  needs: { bidMs: BID_MS, instancesMs: INSTANCES_MS, listsMs: LISTS_MS },
  reads: ({ perDay }: BudgetRule) => ({ prices: perDay !== null }),
  hindrances,
  lines: ({ perHour, perDay, zone, pause }) => [
    { label: 'Per hour', text: perHour === null ? 'no budget' : `${priceText(perHour)} for all running bids` },
    { label: 'Per day', text: perDay === null ? 'no budget' : `${priceText(perDay)}, ${zone}` },
    ...pause.map((filter, n) => ({ label: n === 0 ? 'Pauses' : 'then', text: `filter ${filter}` })),
  ],
  logic,
});
