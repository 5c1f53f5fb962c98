import type { Feature } from '../../command/feature.ts';

/** The history of a bid: `h`. */
export const history = {
  name: 'history',
  panes: async () => (await import('./panes.ts')).historyPanes,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
