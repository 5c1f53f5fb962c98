import { jsonWithBigints } from '../lib/bigint-json.ts';
import { HOUR_MS } from '../lib/duration.ts';
import type { LimitPrice } from '../money/bid-step.ts';
import type { ActionOutcome, Decision, RuleAction, RuleLogic } from './decision.ts';
import { logicOf } from './logic.ts';
import { priceText } from './price-text.ts';
import type { Rule } from './rule.ts';
import type { RuleView } from './view.ts';

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
};

/** What a rule does now. `hold` is a sentence: the rule would pass one of its caps and stops itself. */
export type RuleStep = Pick<Decision<unknown>, 'next' | 'hindered'> & {
  readonly memory: string;
  readonly actions: readonly RuleAction[];
  /** Actions that it would have done, had it been released. */
  readonly rehearsed: readonly RuleAction[];
  readonly hold: string | null;
};

/** Decides what a rule does now. Nothing is sent. */
export function stepRule(rule: Rule, record: RuleRecord, view: RuleView): RuleStep {
  return logicOf(rule, (own, logic) => step(own, logic, record, view));
}

function step<One extends Rule, Memory>(
  rule: One,
  logic: RuleLogic<One, Memory>,
  record: RuleRecord,
  view: RuleView,
): RuleStep {
  const before = remembered(logic, record.memory);
  const { memory, actions, next, hindered } = logic.decide(rule, before, view);
  if (actions.length === 0)
    return { memory: jsonWithBigints(memory), actions, rehearsed: [], next, hindered, hold: null };
  if (!record.released) {
    const after = actions.reduce(
      (known, action) =>
        logic.finished(known, action, 'rehearsed', { now: view.now, fid: action.kind === 'place' ? null : action.fid }),
      memory,
    );
    return { memory: jsonWithBigints(after), actions: [], rehearsed: actions, next, hindered, hold: null };
  }
  const hold = overWrites(rule, record, actions, view) ?? overCost(rule, record, actions, view);
  if (hold === null) return { memory: jsonWithBigints(memory), actions, rehearsed: [], next, hindered, hold };
  return { memory: jsonWithBigints(before), actions: [], rehearsed: [], next: null, hindered, hold };
}

/** Returns the memory of a rule after one of its actions has ended. */
export function actionFinished(
  rule: Rule,
  memory: string | null,
  action: RuleAction,
  outcome: ActionOutcome,
  at: { readonly now: number; readonly fid: string | null },
): string {
  return logicOf(rule, (_, logic) => jsonWithBigints(logic.finished(remembered(logic, memory), action, outcome, at)));
}

/** Returns the fids of the bids that a rule may change. */
export function selectedBy(rule: Rule, memory: string | null, view: RuleView): readonly string[] {
  return logicOf(rule, (own, logic) => logic.selects(own, remembered(logic, memory), view));
}

function remembered<One, Memory>({ memory, empty }: RuleLogic<One, Memory>, text: string | null): Memory {
  return text === null ? empty : memory.parse(JSON.parse(text));
}

function overWrites(
  { maxWrites }: Rule,
  { sentAt }: RuleRecord,
  actions: readonly RuleAction[],
  { now }: RuleView,
): string | null {
  const sent = sentAt.filter((at) => at > now - HOUR_MS).length;
  return sent + actions.length <= maxWrites
    ? null
    : `It wants ${actions.length === 1 ? '1 write' : `${actions.length} writes`} after ${sent} in the last hour, and its cap is ${maxWrites} per hour (max_writes).`;
}

/** Whether an action can make a bid cost more. */
export const isRaising = ({ kind }: RuleAction): boolean => kind === 'resume' || kind === 'limit' || kind === 'place';

function overCost(
  { maxCost }: Rule,
  { raised }: RuleRecord,
  actions: readonly RuleAction[],
  view: RuleView,
): string | null {
  if (maxCost === null || !actions.some(isRaising)) return null;
  const costs = new Map<string, LimitPrice>();
  const add = (key: string, limit: LimitPrice | null, quantity: number): void => {
    if (limit !== null) costs.set(key, { sign: limit.sign, micros: limit.micros * BigInt(quantity) });
  };
  for (const fid of raised) {
    const bid = view.bids.get(fid);
    if (bid !== undefined && bid.state !== 'paused' && bid.state !== 'ended') add(fid, bid.limit, bid.quantity);
  }
  for (const action of actions) {
    if (action.kind === 'place') add(action.name, action.limit, action.quantity);
    else {
      const bid = view.bids.get(action.fid);
      if (bid === undefined) continue;
      if (action.kind === 'resume') add(action.fid, bid.limit, bid.quantity);
      if (action.kind === 'limit') add(action.fid, action.limit, bid.quantity);
    }
  }
  const foreign = [...costs.values()].find(({ sign }) => sign !== maxCost.sign);
  if (foreign !== undefined)
    return `A bid costs ${priceText(foreign)} per hour, which can't be compared with its cap of ${priceText(maxCost)} (max_cost).`;
  const micros = [...costs.values()].reduce((sum, cost) => sum + cost.micros, 0n);
  return micros <= maxCost.micros
    ? null
    : `Its bids would cost ${priceText({ ...maxCost, micros })} per hour at most, and its cap is ${priceText(maxCost)} (max_cost).`;
}
