import type { Feature } from '../../command/feature.ts';
import { addRulesCommands, checkRules } from './command-line.ts';
import { rulesSetting } from './settings.ts';

const LOOK_AT_RULES = 'spotdeck autopilot --dry-run';

/** Rules of the config file that change bids by themselves: `A`, `autopilot`. */
export const rules = {
  name: 'rules',
  settings: [rulesSetting],
  commands: addRulesCommands,
  knownWords: {
    words: ['rules', 'rule'],
    noList: [
      'Rules are no list of the service: they are in the config file.',
      `To see what they do, type: ${LOOK_AT_RULES}`,
    ],
    command: LOOK_AT_RULES,
  },
  checks: checkRules,
  panes: async () => (await import('./panes.ts')).rulePanes,
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
