import type { ActionOutcome, RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import type { RuleBid, RuleView } from '../../../../src/features/rules/engine/view.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { actionFinished, type RuleStep, stepRule } from '../../../../src/features/rules/runner/step-rule.ts';
import { cancel } from '../../../../src/market/engine/bids.ts';
import { changeLimit } from '../../../../src/market/engine/commands.ts';
import { instancesOf, type World } from '../../../../src/market/engine/world.ts';
import { bidFor } from '../../../market/world.ts';
import { type chanceOf, OTHERS, STATES } from '../../money/watched-market.ts';
import { madeBid, madeView, RELEASED } from './made-view.ts';

/** Time after which a lost answer is looked for, and the longest that a request is under way, in milliseconds. */
const SETTLE_MS = 30_000;
const LATE_MS = 20_000;

/** Parts of the writes that are refused, whose answers are lost, and before which the program is killed. */
export type Luck = { readonly refused: number; readonly lost: number; readonly killed: number };

/** A write of a rule as the journal keeps it. */
export type SentWrite = {
  readonly action: RuleAction;
  readonly at: number;
  /** Time when a late request arrives; null when it has arrived or never does. */
  arrivesAt: number | null;
  outcome: ActionOutcome | null;
};

/** The operator's bids of a market as rules see them. */
export function bidsIn(world: World, busy: ReadonlySet<string> = new Set()): readonly RuleBid[] {
  return world.bids.ordered
    .filter(({ createdBy }) => createdBy !== OTHERS)
    .map((bid) => {
      const [type = '', region = ''] = bid.pool.split('.');
      return madeBid(bid.fid, {
        name: bid.name,
        type,
        region,
        limit: { sign: '$', micros: bid.limit },
        quantity: bid.quantity,
        running: instancesOf(world, bid).filter(({ status }) => status === 'STATUS_RUNNING').length,
        state: STATES[bid.status],
        isBusy: busy.has(bid.fid),
      });
    });
}

/** Carries out a write; false when the market refuses it. */
function arrives(world: World, action: RuleAction): boolean {
  if (action.kind === 'place') {
    const pool = `${action.type}.${action.region}`;
    if (!world.pools.has(pool)) return false;
    bidFor(world, action.limit.micros, action.quantity, { pool, name: action.name, createdBy: 'operator' });
    return true;
  }
  const bid = world.bids.get(action.fid);
  if (bid === undefined || bid.status === 'Terminated') return action.kind === 'cancel';
  if (action.kind === 'cancel') cancel(world, bid);
  if (action.kind === 'limit') changeLimit(world, bid, action.limit.micros);
  return true;
}

/** Finds in the lists how a write ended, as the runner does. */
function outcomeIn(world: World, action: RuleAction): { readonly outcome: ActionOutcome; readonly fid: string | null } {
  if (action.kind === 'place') {
    const fid = world.bids.ordered.find(({ name }) => name === action.name)?.fid ?? null;
    return { outcome: fid === null ? 'missed' : 'done', fid };
  }
  const bid = world.bids.get(action.fid);
  const isDone =
    action.kind === 'limit' ? bid?.limit === action.limit.micros : bid === undefined || bid.status === 'Terminated';
  return { outcome: isDone ? 'done' : 'missed', fid: action.fid };
}

/** Runs a rule on a market over a connection that loses answers. Between two rounds only the JSON of its memory is kept. */
export function ruleOnMarket(world: World, rule: Rule, chance: ReturnType<typeof chanceOf>, luck: Luck) {
  let memory: string | null = null;
  const sent: SentWrite[] = [];

  const finish = (one: SentWrite, outcome: ActionOutcome, fid: string | null): void => {
    one.outcome = outcome;
    memory = actionFinished(rule, memory, one.action, outcome, { now: world.now, fid });
  };

  const send = (one: SentWrite): void => {
    if (chance.is(luck.refused)) finish(one, 'refused', null);
    else if (chance.is(luck.lost)) {
      // Some requests never arrive, some at once, some late.
      const fate = chance.next();
      if (fate < 0.3) arrives(world, one.action);
      else if (fate < 0.6) one.arrivesAt = world.now + chance.between(0, LATE_MS);
    } else {
      const fid = one.action.kind === 'place' ? null : one.action.fid;
      finish(one, arrives(world, one.action) ? 'done' : 'refused', fid ?? outcomeIn(world, one.action).fid);
    }
  };

  return {
    sent,
    /** One round of the runner. `onStep` sees what is decided, before it is sent. */
    round: (more: Partial<RuleView> = {}, onStep: (step: RuleStep, view: RuleView) => void = () => {}): void => {
      for (const one of sent) {
        if (one.arrivesAt === null || one.arrivesAt > world.now) continue;
        one.arrivesAt = null;
        arrives(world, one.action);
      }
      for (const one of sent) {
        if (one.outcome !== null || world.now <= one.at + SETTLE_MS) continue;
        const { outcome, fid } = outcomeIn(world, one.action);
        finish(one, outcome, fid);
      }
      const open = sent.filter(({ outcome }) => outcome === null);
      if (open.some(({ action }) => action.kind === 'place')) return;
      const busy = new Set(open.flatMap(({ action }) => (action.kind === 'place' ? [] : [action.fid])));
      const view = madeView(world.now, bidsIn(world, busy), more);
      const step = stepRule(rule, { ...RELEASED, memory }, view);
      onStep(step, view);
      memory = step.memory;
      const begun = step.actions.map(
        (action): SentWrite => ({ action, at: world.now, arrivesAt: null, outcome: null }),
      );
      sent.push(...begun);
      for (const one of begun) {
        if (chance.is(luck.killed)) return;
        send(one);
      }
    },
  };
}
