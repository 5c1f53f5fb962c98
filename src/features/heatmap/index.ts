import type { Feature } from '../../command/feature.ts';

/** A picture of all GPUs, one cell each, grouped by bid: `M` */
export const heatmap = {
  name: 'heatmap',
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
