/** `spotdeck get` as one file of the bundle: scripts run it often. */
// Reading the settings comes right after it.
import '../config/profile.ts';

// biome-ignore-start lint/performance/noBarrelFile: one file of the bundle is what it is for
export { listedPanes } from '../resources/panes.ts';
export { getFromArguments } from './commands/get.ts';
// biome-ignore-end lint/performance/noBarrelFile: one file of the bundle is what it is for
