import { type Program, withoutScreen } from '../../app/programs.ts';

/** `spotdeck autopilot`, which runs the rules. */
export const autopilotProgram: Program = {
  ...withoutScreen,
  words: 'spotdeck autopilot',
  sends: 'of-agents',
  agents: 'run',
};
