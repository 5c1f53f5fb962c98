/** `spotdeck get`, which scripts run often, as one file of the bundle: apart from the commands that change or watch. */
// biome-ignore lint/performance/noBarrelFile: one file of the bundle is what it is for
export { columnHelp } from './column-help.ts';
export { getFromArguments } from './commands/get.ts';
export { listOptions, listWords } from './list-options.ts';
