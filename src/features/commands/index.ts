import type { Feature } from '../../command/feature.ts';
import { customCommands, onPreempt, onThin, programTimeout } from './settings.ts';

/** Programs of the operator: custom commands on rows, `on_preempt` and `on_thin`. */
export const commands = {
  name: 'commands',
  settings: [onPreempt, onThin, programTimeout, customCommands],
  checks: async (...asked) => (await import('./check-hooks.ts')).checkHooks(...asked),
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  records: async () => (await import('./journal.ts')).commandsJournal,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
