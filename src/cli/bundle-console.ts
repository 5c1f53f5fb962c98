/**
 * Commands with a screen, as one file of the bundle: each of them needs nearly all of this code, and every file that is loaded
 * delays the start.
 */
// biome-ignore-start lint/performance/noBarrelFile: one file of the bundle is what it is for
export { checkKeys } from '../app/check-keys.ts';
export { live } from '../app/live.ts';
export { withScreen } from '../screen/keymap/compose.ts';
export { hasTerminal } from '../system/terminal.ts';
export { demo, firstRun, isFirstRun } from './commands/demo.ts';
// biome-ignore-end lint/performance/noBarrelFile: one file of the bundle is what it is for
