import type { Feature } from '../../command/feature.ts';
import { addReplayCommand } from './command-line.ts';
import { past } from './settings.ts';

/** Recordings and their player: `--record`, `replay`; and this console's last hours: `{`. */
export const replay = {
  name: 'replay',
  settings: [past],
  commands: addReplayCommand,
  consoleOptions: [
    {
      name: 'record',
      flags: '--record <file>',
      help: 'Record what the console shows to a new file, for "spotdeck replay". It contains no secrets.',
      elsewhere: 'Only the console records: "spotdeck --record FILE" or with demo.',
      withoutTerminal: 'The console records, and it needs a terminal.',
    },
  ],
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
