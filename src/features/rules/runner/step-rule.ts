import { HOUR_MS } from '../../../lib/duration.ts';
import { leastIn, type Part, standingTo, sumOf, withoutOf } from '../../../lib/sum.ts';
import { jsonWithBigints } from '../../../lib/values.ts';
import { counted } from '../../../lib/words.ts';
import { chargedOf, type LimitPrice } from '../../money/bid-record.ts';
import {
  type ActionOutcome,
  type Decision,
  type FinishedAt,
  fidOf,
  type Hindrance,
  type RuleAction,
  type RuleLogic,
} from '../engine/decision.ts';
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
import { type CommonRule, priceText } from '../engine/rule.ts';
import type { RuleBid, RuleView } from '../engine/view.ts';
import { type CommonReason, hinderedText, type Says, type Trouble, troublesAfter } from '../hindrances.ts';
import { kindOf, type Rule } from '../kinds.ts';

export type RuleRecord = {
  /** JSON. */
  readonly memory: string | null;
  /** Otherwise it rehearses. */
  readonly released: boolean;
  readonly sentAt: readonly number[];
  /** Bids it has resumed, raised or placed, and answers for. */
  readonly raised: ReadonlySet<string>;
  /** Perhaps carried out, perhaps still to come. */
  readonly open: readonly RuleAction[];
  readonly troubles: readonly Trouble[];
};

/** `hold`: why it would pass a cap, and stops itself. */
export type RuleStep = Pick<Decision<unknown>, 'next'> & {
  readonly memory: string;
  readonly actions: readonly RuleAction[];
  readonly rehearsed: readonly RuleAction[];
  readonly hold: string | null;
  readonly hindered: string | null;
  readonly troubles: readonly Trouble[];
  readonly says: Says;
  /** What has to be read before it decides. */
  readonly waits: Waits | null;
  /** The bids it waits for. */
  readonly reads: readonly string[];
};

const NO_STEP = { actions: [], rehearsed: [], next: null, hold: null, hindered: null, waits: null, reads: [] };

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
  // Of many bids some rows are always old: it goes on with the others.
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
    ...NO_STEP,
    memory: jsonWithBigints(memory),
    next,
    hindered,
    waits: tooOld?.waits ?? null,
    reads: tooOld?.bids ?? [],
    ...report,
  };
  if (actions.length === 0) return step;
  if (!record.released || kindOf(rule).warns(rule)) {
    const after = actions.reduce(
      (known, action) => logic.finished(known, action, 'rehearsed', { now: view.now, fid: fidOf(action) }),
      memory,
    );
    return { ...step, memory: jsonWithBigints(after), rehearsed: actions };
  }
  const hold = overWrites(rule, record, actions, view) ?? overCost(rule, { ...record, open: [] }, actions, view);
  if (hold === null) {
    // Near the cap, actions wait until lists show the open ones.
    const mayPass = overCost(rule, record, actions, view) !== null;
    return mayPass ? { ...step, memory: jsonWithBigints(before) } : { ...step, actions };
  }
  // It says so by holding itself.
  const { troubles } = troublesAfter(record.troubles, [hold], view.now, 0);
  return { ...step, memory: jsonWithBigints(before), next: null, hold: `${hold.why}.`, troubles, says: null };
}

/** It decides nothing and remembers nothing from old rows. */
function waiting(record: RuleRecord, memory: string, { waits, bids }: WaitsForRows, { now }: RuleView): RuleStep {
  return { ...NO_STEP, memory, waits, reads: bids, ...waitingSaid(record, waits, now) };
}

/** Other hindrances are unknown meanwhile, and stay. */
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

export const isRaising = ({ kind }: RuleAction): boolean => kind === 'resume' || kind === 'limit' || kind === 'place';

/** Why its bids may cost more than its cap after some actions, open ones at their highest. What can't be computed is not within the cap. */
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
  /** Once filled, and never fewer than are charged now. A bid for none says nothing. */
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
    // Either price may apply: the higher counts, and an unreadable one may be any.
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
