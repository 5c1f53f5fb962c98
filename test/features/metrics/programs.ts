import type { Program } from '../../../src/app/programs.ts';
import { exporterProgram } from '../../../src/features/metrics/exporter.ts';

/** The programs that go on reading, by their commands. */
export const programs: Readonly<Record<string, Program>> = { exporter: exporterProgram };
