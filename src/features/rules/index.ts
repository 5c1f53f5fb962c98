import type { Feature } from '../../command/feature.ts';
import { addRulesCommands, checkRules } from './command-line.ts';
import { rulesSetting } from './settings.ts';

/** Rules of the config file that change bids by themselves: `A`, `autopilot`. */
export const rules = {
  name: 'rules',
  settings: [rulesSetting],
  commands: addRulesCommands,
  knownWords: [
    {
      words: ['rules', 'rule'],
      noList: 'Rules are no list of the service: they are in the config file.',
      command: 'spotdeck autopilot --dry-run',
    },
  ],
  checks: checkRules,
  panes: async () => (await import('./panes.ts')).rulePanes,
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  records: async () => (await import('./journal/rules.ts')).rulesJournal,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
