import { jsonWithBigints } from '../../../lib/bigint-json.ts';
import { HOUR_MS } from '../../../lib/duration.ts';
import { counted } from '../../../lib/words.ts';
import type { LimitPrice } from '../../money/bid-record.ts';
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
import type { RuleView } from '../engine/view.ts';
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

/** Why the bids of a rule would cost more than its cap after some actions, its open actions at their highest; null when they would not. */
export function overCost(
  { maxCost }: CommonRule,
  { raised, open }: Pick<RuleRecord, 'raised' | 'open'>,
  actions: readonly RuleAction[],
  { bids }: Pick<RuleView, 'bids'>,
): Hindrance<CommonReason> | null {
  const passed = (why: string): Hindrance<CommonReason> => ({ reason: 'max-cost', why });
  if (maxCost === null || !actions.some(isRaising)) return null;
  const costs = new Map<string, LimitPrice>();
  const add = (key: string, limit: LimitPrice | null, quantity: number): void => {
    if (limit !== null) costs.set(key, { sign: limit.sign, micros: limit.micros * BigInt(quantity) });
  };
  const addAfter = (action: RuleAction): void => {
    if (action.kind === 'place') add(action.name, action.limit, action.quantity);
    else {
      const bid = bids.get(action.fid);
      if (bid === undefined) return;
      if (action.kind === 'resume') add(action.fid, bid.limit, bid.quantity);
      if (action.kind === 'limit') add(action.fid, action.limit, bid.quantity);
    }
  };
  for (const fid of raised) {
    const bid = bids.get(fid);
    if (bid !== undefined && bid.state !== 'paused' && bid.state !== 'ended') add(fid, bid.limit, bid.quantity);
  }
  for (const action of open) {
    const bid = action.kind === 'place' ? undefined : bids.get(action.fid);
    const isLower = action.kind === 'limit' && (bid?.limit?.micros ?? 0n) > action.limit.micros;
    if (!isLower && bid?.state !== 'ended') addAfter(action);
  }
  for (const action of actions) addAfter(action);
  const foreign = [...costs.values()].find(({ sign }) => sign !== maxCost.sign);
  if (foreign !== undefined)
    return passed(
      `A bid costs ${priceText(foreign)} per hour, which can't be compared with its cap of ${priceText(maxCost)} (max_cost)`,
    );
  const micros = [...costs.values()].reduce((sum, cost) => sum + cost.micros, 0n);
  return micros <= maxCost.micros
    ? null
    : passed(
        `Its bids would cost ${priceText({ ...maxCost, micros })} per hour at most, and its cap is ${priceText(maxCost)} (max_cost)`,
      );
}
