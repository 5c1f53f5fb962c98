import type { Program } from '../../../src/app/programs.ts';
import { autopilotProgram } from '../../../src/features/rules/commands/autopilot.ts';

/** The programs that go on reading, by their commands. */
export const programs: Readonly<Record<string, Program>> = { autopilot: autopilotProgram };
