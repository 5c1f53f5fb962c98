/** The commands that change rows, without their work, as one file of the bundle. */
// biome-ignore lint/performance/noBarrelFile: one file of the bundle is what it is for
export { addVerbs } from './write-commands.ts';
