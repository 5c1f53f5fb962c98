import * as z from 'zod';
import type { RuleLogic } from './decision.ts';
import type { SpreadRule } from './rule.ts';

const Memory = z.object({});
type Memory = z.output<typeof Memory>;

export const spread: RuleLogic<SpreadRule, Memory> = {
  memory: Memory,
  empty: {},
  selects: () => [],
  decide: (_rule, memory) => ({ memory, actions: [], next: null, hindered: null }),
  finished: (memory) => memory,
};
