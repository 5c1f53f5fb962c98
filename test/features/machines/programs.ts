import type { Program } from '../../../src/app/programs.ts';
import { topProgram } from '../../../src/features/machines/commands/top-targets.ts';

/** The programs that go on reading, by their commands. */
export const programs: Readonly<Record<string, Program>> = { top: topProgram };
