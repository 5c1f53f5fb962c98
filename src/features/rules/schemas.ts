import * as z from 'zod';
import type { Bid } from '../../contract/bid.ts';
import type { Column } from '../../resources/resource.ts';
import { type FilterSchema, filterOf } from './engine/written.ts';
import { type Rule, ruleKinds } from './kinds.ts';

const MAX_RULES = 100;

const [first, ...others] = ruleKinds;
const names = ruleKinds.map(({ kind }) => kind);

const anyRule = (filter: FilterSchema) =>
  z
    .discriminatedUnion('kind', [first.schema(filter), ...others.map(({ schema }) => schema(filter))])
    .meta({ allowed: `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` });

/** `A` and `a` are one. */
function nameTwice(rules: readonly Pick<Rule, 'name'>[]): string | null {
  const names = rules.map(({ name }) => name.toLowerCase());
  return rules.find((_, n) => names.indexOf(names[n] ?? '') !== n)?.name ?? null;
}

/** Rules whose filters name these columns. */
export const listOfRules = (columns: readonly Column<Bid>[]) =>
  z.array(anyRule(filterOf(columns))).superRefine((rules, context) => {
    if (rules.length > MAX_RULES)
      context.addIssue({
        code: 'custom',
        message: `there are ${rules.length} rules, and at most ${MAX_RULES} can be run`,
      });
    const name = nameTwice(rules);
    const n = rules.findLastIndex((rule) => rule.name === name);
    if (name !== null) context.addIssue({ code: 'custom', message: `two rules are called ${name}`, path: [n, 'name'] });
  });
