import { type Program, withoutScreen } from '../../app/programs.ts';

/** `spotdeck exporter`, whose metrics show all that is known. */
export const exporterProgram: Program = {
  ...withoutScreen,
  words: 'spotdeck exporter',
  agents: 'known',
  knowsAll: true,
  outlastsRefusal: true,
};
