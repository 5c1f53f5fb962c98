import type { Feature } from '../../command/feature.ts';
import { customCommands, onPreempt } from './settings.ts';

/** Programs of the operator: custom commands on rows, and `on_preempt`. */
export const commands = {
  name: 'commands',
  settings: [onPreempt, customCommands],
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
