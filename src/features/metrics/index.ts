import type { Feature } from '../../command/feature.ts';
import { addExporterCommand } from './command-line.ts';

/** Metrics for Prometheus: `exporter`. */
export const metrics: Feature = {
  name: 'metrics',
  commands: addExporterCommand,
  secretVariables: ['SPOTDECK_EXPORTER_TOKEN'],
};
