import type { RunningPart } from '../../command/feature.ts';

/** The commands of the operator and their runs belong to the console, not to a profile. */
export const running: RunningPart = { state: { kept: ['customCommands', 'runs'] } };
