/** `spotdeck get`, which scripts run often, as one file of the bundle: apart from the commands that change or watch. */
// What reads the settings is loaded right after it.
import '../config/profile.ts';

// biome-ignore-start lint/performance/noBarrelFile: one file of the bundle is what it is for
export { listedPanes } from '../resources/panes.ts';
export { getFromArguments } from './commands/get.ts';
// biome-ignore-end lint/performance/noBarrelFile: one file of the bundle is what it is for
