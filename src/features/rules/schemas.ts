import * as z from 'zod';
import { MAX_RULES } from './engine/rule.ts';
import { type Rule, ruleKinds } from './kinds.ts';

const [first, ...others] = ruleKinds;
const names = ruleKinds.map(({ kind }) => kind);

/** A rule of any kind. */
const anyRule = z
  .discriminatedUnion('kind', [first.schema, ...others.map(({ schema }) => schema)])
  .meta({ allowed: `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` });

/** The first name that two rules have, as `A` and `a` are one; null when each has its own. */
function nameTwice(rules: readonly Pick<Rule, 'name'>[]): string | null {
  const names = rules.map(({ name }) => name.toLowerCase());
  return rules.find((_, n) => names.indexOf(names[n] ?? '') !== n)?.name ?? null;
}

/** Rules of the operator. Each violation has its own sentence. */
export const listOfRules = z.array(anyRule).superRefine((rules, context) => {
  if (rules.length > MAX_RULES)
    context.addIssue({
      code: 'custom',
      message: `there are ${rules.length} rules, and at most ${MAX_RULES} can be run`,
    });
  const name = nameTwice(rules);
  const n = rules.findLastIndex((rule) => rule.name === name);
  if (name !== null) context.addIssue({ code: 'custom', message: `two rules are called ${name}`, path: [n, 'name'] });
});
