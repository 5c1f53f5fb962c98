import type { Feature } from '../../command/feature.ts';
import { customCommands, onPreempt, programTimeout } from './settings.ts';

/** Programs of the operator: custom commands on rows, and `on_preempt`. */
export const commands = {
  name: 'commands',
  settings: [onPreempt, programTimeout, customCommands],
  checks: async (...asked) => (await import('./check-preemptions.ts')).checkPreemptions(...asked),
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  records: async () => (await import('./journal.ts')).commandsJournal,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
