import type * as z from 'zod';
import type { RuleKind } from './engine/kind.ts';
import type { CommonRule } from './engine/rule.ts';
import { budget } from './kinds/budget.ts';
import { idle } from './kinds/idle.ts';
import { ladder } from './kinds/ladder.ts';
import { schedule } from './kinds/schedule.ts';
import { spread } from './kinds/spread.ts';

/** The kinds of rules, in the order in which they are explained. A new one is its file and its line here. */
const kinds = { schedule, ladder, spread, idle, budget } as const;

/** A rule of the config file. */
export type Rule = z.output<ReturnType<(typeof kinds)[keyof typeof kinds]['schema']>>;

const { schedule: first, ...others } = kinds;

/** All kinds. */
export const ruleKinds: readonly [RuleKind<Rule>, ...RuleKind<Rule>[]] = [first, ...Object.values(others)];

export function kindOf({ kind }: CommonRule): RuleKind<Rule> {
  const own = ruleKinds.find((one) => one.kind === kind);
  if (own === undefined) throw new Error(`There is no kind of rule ${kind}.`);
  return own;
}
