import { type Program, withoutScreen } from '../../app/programs.ts';

/** `spotdeck top --watch`, which reads the machines that it was started for. */
export const topProgram: Program = {
  ...withoutScreen,
  words: 'spotdeck top',
  reads: ['instances', 'bids'],
  journal: false,
};
