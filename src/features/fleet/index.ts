import type { Feature } from '../../command/feature.ts';
import { addFleetCommands } from './command-line.ts';

/** A fleet in a file: `export`, `diff`, `apply` */
export const fleet: Feature = {
  name: 'fleet',
  commands: addFleetCommands,
};
