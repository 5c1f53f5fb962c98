import type { Feature } from '../../command/feature.ts';

/** The rotation of the API key in use: `r` in the API keys pane, `api-key rotate`. */
export const rotation = {
  name: 'rotation',
  verbs: () => import('./command-line.ts').then(({ addRotate }) => addRotate),
  panes: async () => (await import('./panes.ts')).rotationPanes,
  records: async () => (await import('./work/journal.ts')).rotationJournal,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
