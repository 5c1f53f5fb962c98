import { ownSetting } from '../../config/own-setting.ts';
import type { Reader } from '../../config/setting.ts';
import type { Rule } from './kinds.ts';

export const rulesSetting = ownSetting<readonly Rule[]>({
  name: 'rules',
  flag: null,
  environment: null,
  allowed: 'a list of rules, each as [[rules]] with name and kind',
  help: 'Rules that pause, resume and change bids by themselves: docs/rules.md.',
  live: true,
  readBy: 'console',
  schema: async ({ panes }) => {
    const [{ listOfRules }, { bids }] = await Promise.all([import('./schemas.ts'), panes()]);
    return listOfRules(bids.columns);
  },
  fallback: [],
  after: 'keys',
  see: 'docs/rules.md',
  example: {
    table: [
      '[[rules]]',
      'name = "climb"',
      'kind = "ladder"',
      'bids = "job"',
      'wait = "5m"',
      'step = "5 %"',
      'cap = "$14"',
      'max_cost = "$300"',
    ],
  },
});

export const RULES_READER: Reader = { kind: 'poller', also: [rulesSetting] };
