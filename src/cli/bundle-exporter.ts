/** The exporter as one file of the bundle, which the other commands do not load. */
// biome-ignore lint/performance/noBarrelFile: one file of the bundle is what it is for
export { exporterFromArguments as exporter } from './commands/exporter.ts';
