// What tests need to run the built program in their own process.
// biome-ignore-start lint/performance/noBarrelFile: it is an entry of the bundle
export { exitCodeWithOutput } from '../system/streams.ts';
export { runOn } from '../system/system.ts';
export { runCommandLine } from './run.ts';
// biome-ignore-end lint/performance/noBarrelFile: it is an entry of the bundle
