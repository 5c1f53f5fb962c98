import { HOUR_MS } from '../../../lib/duration.ts';
import { leastIn, type Part, standingTo, sumOf, withoutOf } from '../../../lib/sum.ts';
import { jsonWithBigints } from '../../../lib/values.ts';
import { counted } from '../../../lib/words.ts';
import { chargedOf, type LimitPrice } from '../../money/bid-record.ts';
import type { ActionOutcome, Decision, FinishedAt, RuleAction, RuleLogic } from '../engine/decision.ts';
import type { Hindrance } from '../engine/hindrance.ts';
import {
  type Needs,
  PRICES_COMPUTED,
  viewWithout,
  type Waits,
  type WaitsForRows,
  waitsForLists,
  waitsForRows,
  waitsText,
} from '../engine/needs.ts';
import type { CommonRule } from '../engine/rule.ts';
import type { RuleBid, RuleView } from '../engine/view.ts';
import { priceText } from '../engine/words.ts';
import { type CommonReason, hinderedText, type Says, type Trouble, troublesAfter } from '../hindrances.ts';
import { kindOf, type Rule } from '../kinds.ts';

/** What is known of a rule when it decides. */
export type RuleRecord = {
  /** JSON of its memory; null before it ran. */
  readonly memory: string | null;
  /** Whether it may act; otherwise it rehearses. */
  readonly released: boolean;
  /** Its writes that were sent. Milliseconds since 1970. */
  readonly sentAt: readonly number[];
  /** The fids of the bids that it has resumed, raised or placed and that it answers for. */
  readonly raised: ReadonlySet<string>;
  /** Its actions whose outcome is not known: each may have been carried out, and may still be. */
  readonly open: readonly RuleAction[];
  /** What it is known to be hindered by. */
  readonly troubles: readonly Trouble[];
};

/** What a rule does now. `hold` is a sentence: the rule would pass one of its caps and stops itself. */
export type RuleStep = Pick<Decision<unknown>, 'next'> & {
  readonly memory: string;
  readonly actions: readonly RuleAction[];
  /** Actions that it would have done, had it been released. */
  readonly rehearsed: readonly RuleAction[];
  readonly hold: string | null;
  /** Why it can't do what it should, in one sentence; null when nothing hinders it. */
  readonly hindered: string | null;
  readonly troubles: readonly Trouble[];
  /** What it says of that now. */
  readonly says: Says;
  /** What has to be read before it decides anything; null when it has decided. */
  readonly waits: Waits | null;
  /** The fids of the bids that it waits for. */
  readonly reads: readonly string[];
};

/** Decides what a rule does now. Nothing is sent. */
export function stepRule(rule: Rule, record: RuleRecord, view: RuleView): RuleStep {
  const { needs, reads, withLogic } = kindOf(rule);
  const computed = view.isComputing === true && reads(rule).prices ? PRICES_COMPUTED : null;
  return withLogic(rule, (own, logic) => {
    const waits = waitsForLists(needs, view) ?? computed;
    if (waits === null) return step(own, logic, needs, record, view);
    const before = jsonWithBigints(remembered(logic, record.memory));
    return waiting(record, before, { waits, bids: [] }, view);
  });
}

function step<One extends CommonRule, Memory>(
  rule: One,
  logic: RuleLogic<One, Memory>,
  needs: Needs,
  record: RuleRecord,
  view: RuleView,
): RuleStep {
  const before = remembered(logic, record.memory);
  const first = logic.decide(rule, before, view);
  const tooOld = waitsForRows(needs, first.actions, view);
  // Of many bids some are always old: it goes on with the others, as if those were busy.
  const decision = tooOld === null ? first : logic.decide(rule, before, viewWithout(tooOld.bids, view));
  if (tooOld !== null && (decision.actions.length === 0 || waitsForRows(needs, decision.actions, view) !== null))
    return waiting(record, jsonWithBigints(before), tooOld, view);
  const { memory, actions, next, hindered: hindrances } = decision;
  // A rehearsal hinders nobody.
  const hindered = hinderedText(hindrances);
  const report =
    tooOld === null
      ? troublesAfter(record.troubles, record.released ? hindrances : [], view.now)
      : waitingSaid(record, tooOld.waits, view.now);
  const step: RuleStep = {
    memory: jsonWithBigints(memory),
    actions: [],
    rehearsed: [],
    next,
    hindered,
    hold: null,
    waits: tooOld?.waits ?? null,
    reads: tooOld?.bids ?? [],
    ...report,
  };
  if (actions.length === 0) return step;
  if (!record.released) {
    const after = actions.reduce(
      (known, action) =>
        logic.finished(known, action, 'rehearsed', { now: view.now, fid: action.kind === 'place' ? null : action.fid }),
      memory,
    );
    return { ...step, memory: jsonWithBigints(after), rehearsed: actions };
  }
  const hold = overWrites(rule, record, actions, view) ?? overCost(rule, { ...record, open: [] }, actions, view);
  if (hold === null) {
    // What may pass its cap waits until lists show how the open actions have ended.
    const mayPass = overCost(rule, record, actions, view) !== null;
    return mayPass ? { ...step, memory: jsonWithBigints(before) } : { ...step, actions };
  }
  // It says so by holding itself.
  const { troubles } = troublesAfter(record.troubles, [hold], view.now, 0);
  return { ...step, memory: jsonWithBigints(before), next: null, hold: `${hold.why}.`, troubles, says: null };
}

/** The step of a rule that decides nothing, because it would decide from what is too old. It remembers nothing of that either. */
function waiting(record: RuleRecord, memory: string, { waits, bids }: WaitsForRows, { now }: RuleView): RuleStep {
  return {
    memory,
    actions: [],
    rehearsed: [],
    next: null,
    hold: null,
    hindered: null,
    waits,
    reads: bids,
    ...waitingSaid(record, waits, now),
  };
}

/** What a rule says of what it waits for. What else hinders it is not known meanwhile, and stays as it was. */
export function waitingSaid(
  { troubles, released }: Pick<RuleRecord, 'troubles' | 'released'>,
  waits: Waits,
  now: number,
): Pick<RuleStep, 'troubles' | 'says'> {
  if (!released) return troublesAfter(troubles, [], now);
  const hindrance: Hindrance<CommonReason> = { reason: 'old-rows', why: waitsText(waits, now) };
  const report = troublesAfter(
    troubles.filter(({ reason }) => reason === hindrance.reason),
    [hindrance],
    now,
  );
  return {
    troubles: [...troubles.filter(({ reason }) => reason !== hindrance.reason), ...report.troubles],
    says: report.says,
  };
}

/** The memory of a rule after one of its actions has ended. */
export function actionFinished(
  rule: Rule,
  memory: string | null,
  action: RuleAction,
  outcome: ActionOutcome,
  at: FinishedAt,
): string {
  return kindOf(rule).withLogic(rule, (_, logic) =>
    jsonWithBigints(logic.finished(remembered(logic, memory), action, outcome, at)),
  );
}

/** The fids of the bids that a rule may change. */
export function selectedBy(rule: Rule, memory: string | null, view: RuleView): readonly string[] {
  return kindOf(rule).withLogic(rule, (own, logic) => logic.selects(own, remembered(logic, memory), view));
}

function remembered<One, Memory>({ memory, empty }: RuleLogic<One, Memory>, text: string | null): Memory {
  return text === null ? empty : memory.parse(JSON.parse(text));
}

function overWrites(
  { maxWrites }: CommonRule,
  { sentAt }: RuleRecord,
  actions: readonly RuleAction[],
  { now }: RuleView,
): Hindrance<CommonReason> | null {
  const sent = sentAt.filter((at) => at > now - HOUR_MS).length;
  return sent + actions.length <= maxWrites
    ? null
    : {
        reason: 'max-writes',
        why: `It wants ${counted(actions.length, 'write')} after ${sent} in the last hour, and its cap is ${maxWrites} per hour (max_writes)`,
      };
}

/** Whether an action can make a bid cost more. */
export const isRaising = ({ kind }: RuleAction): boolean => kind === 'resume' || kind === 'limit' || kind === 'place';

/**
 * Why the bids of a rule would cost more than its cap after some actions, its open actions at their highest; null when they would not. What
 * can't be computed is not known to be within the cap.
 */
export function overCost(
  { maxCost }: CommonRule,
  { raised, open }: Pick<RuleRecord, 'raised' | 'open'>,
  actions: readonly RuleAction[],
  { bids }: Pick<RuleView, 'bids'>,
): Hindrance<CommonReason> | null {
  const passed = (why: string): Hindrance<CommonReason> => ({ reason: 'max-cost', why });
  if (maxCost === null || !actions.some(isRaising)) return null;
  const costs = new Map<string, Part<string>>();
  const add = (key: string, name: string, limit: LimitPrice | null, count: number | null): void => {
    const isForeign = limit !== null && limit.sign !== maxCost.sign;
    const why = isForeign
      ? `the limit price of ${name}, ${priceText(limit)}, can't be compared with it`
      : limit === null
        ? `the limit price of ${name} can't be read`
        : `the quantity of ${name} does not say how many instances it can get`;
    costs.set(key, { of: why, each: isForeign ? null : limit, count });
  };
  /** The instances of a bid once it is filled: never fewer than may be charged now. One that asks for none does not say how many. */
  const filled = (bid: RuleBid): number | null =>
    bid.quantity === null || bid.quantity === 0 ? null : Math.max(bid.quantity, chargedOf(bid));
  const addAfter = (action: RuleAction): void => {
    if (action.kind === 'place') add(action.name, action.name, action.limit, action.quantity);
    else {
      const bid = bids.get(action.fid);
      if (bid === undefined) return;
      if (action.kind === 'resume') add(action.fid, bid.name, bid.limit, filled(bid));
      if (action.kind === 'limit') add(action.fid, bid.name, action.limit, filled(bid));
    }
  };
  for (const fid of raised) {
    const bid = bids.get(fid);
    if (bid === undefined) continue;
    const isOff = bid.state === 'paused' || bid.state === 'ended';
    add(fid, bid.name, bid.limit, isOff ? chargedOf(bid) : filled(bid));
  }
  for (const action of open) {
    const bid = action.kind === 'place' ? undefined : bids.get(action.fid);
    if (bid?.state === 'ended') continue;
    // Either price may be the one that it has: the higher counts, and one that can't be read may be any.
    const isNow =
      action.kind === 'limit' &&
      bid !== undefined &&
      (bid.limit === null || bid.limit.sign !== action.limit.sign || bid.limit.micros > action.limit.micros);
    if (isNow) add(bid.fid, bid.name, bid.limit, filled(bid));
    else addAfter(action);
  }
  for (const action of actions) addAfter(action);
  const sum = sumOf(costs.values());
  const least = leastIn(sum, maxCost.sign);
  switch (standingTo(sum, maxCost)) {
    case 'within':
      return null;
    case 'over': {
      const bound = sum.kind === 'known' ? 'at most' : 'or more';
      return passed(
        `Its bids would cost ${priceText(least)} per hour ${bound}, and its cap is ${priceText(maxCost)} (max_cost)`,
      );
    }
    case 'not-known': {
      const [why = '', ...others] = withoutOf(sum);
      const more = others.length === 0 ? '' : `, nor what ${counted(others.length, 'more bid')} would cost`;
      return passed(
        `Whether its bids stay within its cap of ${priceText(maxCost)} per hour (max_cost) is not known: ${why}${more}`,
      );
    }
  }
}
