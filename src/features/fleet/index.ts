import type { Feature } from '../../command/feature.ts';
import { addFleetCommands, checkFleet } from './command-line.ts';
import { fleetSetting } from './settings.ts';

/** A fleet in a file: `export`, `diff`, `apply`, and what differs from it in the console. */
export const fleet = {
  name: 'fleet',
  settings: [fleetSetting],
  commands: addFleetCommands,
  checks: checkFleet,
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  records: async () => (await import('./kept/journal.ts')).fleetJournal,
  namesAfter: { diff: ['bids', 'volumes'], apply: ['bids', 'volumes'] },
  panes: async () => (await import('./panes.ts')).fleetPanes,
  screen: async () => (await import('./screen.ts')).screen,
  running: () => import('./running.ts').then(({ running }) => running),
} satisfies Feature;
