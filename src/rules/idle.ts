import * as z from 'zod';
import type { RuleLogic } from './decision.ts';
import type { IdleRule } from './rule.ts';

const Memory = z.object({});
type Memory = z.output<typeof Memory>;

export const idle: RuleLogic<IdleRule, Memory> = {
  memory: Memory,
  empty: {},
  selects: () => [],
  decide: (_rule, memory) => ({ memory, actions: [], next: null, hindered: null }),
  finished: (memory) => memory,
};
