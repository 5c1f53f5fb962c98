import { budget } from './budget.ts';
import type { RuleLogic } from './decision.ts';
import { idle } from './idle.ts';
import { ladder } from './ladder.ts';
import type { Rule } from './rule.ts';
import { schedule } from './schedule.ts';
import { spread } from './spread.ts';

/** Calls a function with a rule and the logic of its kind. */
export function logicOf<Result>(
  rule: Rule,
  use: <One extends Rule, Memory>(rule: One, logic: RuleLogic<One, Memory>) => Result,
): Result {
  switch (rule.kind) {
    case 'schedule':
      return use(rule, schedule);
    case 'ladder':
      return use(rule, ladder);
    case 'spread':
      return use(rule, spread);
    case 'idle':
      return use(rule, idle);
    case 'budget':
      return use(rule, budget);
  }
}
