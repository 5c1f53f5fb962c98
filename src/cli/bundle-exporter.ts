/** The exporter as one file of the bundle, which the other commands do not load. */
// With this import less code is cut into files of its own.
import './bundle-commands.ts';

// biome-ignore lint/performance/noBarrelFile: one file of the bundle is what it is for
export { exporterFromArguments as exporter } from './commands/exporter.ts';
