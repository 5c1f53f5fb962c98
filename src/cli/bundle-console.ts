/**
 * What ends on a screen. Each of its commands needs nearly all of it, and every file that a start loads takes its time, so the
 * bundle has it as one.
 */
// biome-ignore lint/performance/noBarrelFile: one file of the bundle is what it is for
export { live } from '../app/live.ts';
export { openRecording } from '../system/recording-file.ts';
export { hasTerminal } from '../system/terminal.ts';
export { demo } from './commands/demo.ts';
export { firstRun, isFirstRun } from './commands/first-run.ts';
