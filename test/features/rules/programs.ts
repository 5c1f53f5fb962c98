import type { Program } from '../../../src/app/programs.ts';
import { autopilotProgram } from '../../../src/features/rules/commands/autopilot.ts';

export const programs: Readonly<Record<string, Program>> = { autopilot: autopilotProgram };
