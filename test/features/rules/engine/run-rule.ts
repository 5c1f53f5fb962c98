import * as z from 'zod';
import type { ActionOutcome, RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import type { RuleBid, RuleView } from '../../../../src/features/rules/engine/view.ts';
import { Trouble } from '../../../../src/features/rules/hindrances.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import {
  actionFinished,
  type RuleStep,
  selectedBy,
  stepRule,
} from '../../../../src/features/rules/runner/step-rule.ts';
import { madeBid, madeView, NOON, RELEASED } from './made-view.ts';

const kept = z.array(Trouble);

/** Each step keeps the rule's memory as JSON, as a restarted program finds it. */
export function runRule(rule: Rule, released = true) {
  let memory: string | null = null;
  let troubles: readonly Trouble[] = [];
  return {
    step: (now: number, bids: readonly RuleBid[], more: Partial<RuleView> = {}): RuleStep => {
      const step = stepRule(rule, { ...RELEASED, released, memory, troubles }, madeView(now, bids, more));
      memory = step.memory;
      troubles = kept.parse(JSON.parse(JSON.stringify(step.troubles)));
      return step;
    },
    ended: (action: RuleAction, outcome: ActionOutcome, now = NOON): void => {
      // A placed bid has the name of its place.
      const placed = outcome === 'done' ? madeBid(action.name).fid : null;
      memory = actionFinished(rule, memory, action, outcome, {
        now,
        fid: action.kind === 'place' ? placed : action.fid,
      });
    },
    selects: (bids: readonly RuleBid[]) => selectedBy(rule, memory, madeView(NOON, bids)),
  };
}
