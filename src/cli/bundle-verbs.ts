/** The commands that change rows, as one file of the bundle: without what they do when they run. */
// biome-ignore lint/performance/noBarrelFile: one file of the bundle is what it is for
export { addVerbs } from './write-commands.ts';
