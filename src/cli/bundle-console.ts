/**
 * Commands with a screen, as one file of the bundle: each needs nearly all of it, and further files delay the start.
 */
// biome-ignore-start lint/performance/noBarrelFile: one file of the bundle is what it is for
export { checkKeys } from '../app/check-keys.ts';
export { live } from '../app/live.ts';
export { withScreen } from '../screen/keymap/compose.ts';
export { hasTerminal } from '../system/terminal.ts';
export { demo, firstRun, isFirstRun } from './commands/demo.ts';
// biome-ignore-end lint/performance/noBarrelFile: one file of the bundle is what it is for
