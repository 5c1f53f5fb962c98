import type { Feature } from '../../command/feature.ts';
import { addReplayCommand } from './command-line.ts';

/** Recordings of a console, and their player: `--record`, `replay`. */
export const replay: Feature = {
  name: 'replay',
  commands: addReplayCommand,
  running: () => import('./running.ts').then(({ running }) => running),
  recorded: async (features, file) => {
    const { recordedIn } = await import('./recorded.ts');
    return recordedIn(features, file);
  },
};
