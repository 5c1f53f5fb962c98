import type { Feature } from '../../command/feature.ts';

/** Programs of the operator: custom commands on rows, and `on_preempt`. */
export const commands: Feature = {
  name: 'commands',
  running: () => import('./running.ts').then(({ running }) => running),
};
