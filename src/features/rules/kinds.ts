import type * as z from 'zod';
import type { RuleKind } from './engine/kind.ts';
import type { CommonRule } from './engine/rule.ts';
import { budget } from './kinds/budget.ts';
import { headroom } from './kinds/headroom.ts';
import { idle } from './kinds/idle.ts';
import { ladder } from './kinds/ladder.ts';
import { schedule } from './kinds/schedule.ts';
import { spread } from './kinds/spread.ts';

/** In the order of the documentation. */
const kinds = { schedule, ladder, headroom, spread, idle, budget } as const;

export type Rule = z.output<ReturnType<(typeof kinds)[keyof typeof kinds]['schema']>>;

const { schedule: first, ...others } = kinds;

export const ruleKinds: readonly [RuleKind<Rule>, ...RuleKind<Rule>[]] = [first, ...Object.values(others)];

export function kindOf({ kind }: CommonRule): RuleKind<Rule> {
  const own = ruleKinds.find((one) => one.kind === kind);
  if (own === undefined) throw new Error(`There is no kind of rule ${kind}.`);
  return own;
}
