import { fleetMetrics } from './fleet-metrics.ts';
import { MAX_FOLDED } from './label-bounds.ts';
import { listMetrics } from './list-metrics.ts';
import { machineMetrics } from './machine-metrics.ts';
import type { Metric } from './metric.ts';
import { moneyMetrics } from './money-metrics.ts';
import { ruleMetrics } from './rule-metrics.ts';

/** The metric of what has no series of its own. */
const boundMetrics: readonly Metric[] = [
  {
    name: 'spotdeck_label_values_folded',
    help: `Values of a label, or combinations of labels, that are counted as other: at most ${MAX_FOLDED} are told apart.`,
    kind: 'gauge',
    labels: ['label'],
    samples: ({ bounds }) => bounds.folded(),
  },
];

/** The metrics that are made at each scrape. */
export const metrics: readonly Metric[] = [
  ...listMetrics,
  ...fleetMetrics,
  ...moneyMetrics,
  ...machineMetrics,
  ...ruleMetrics,
  // Last: it counts what the others left out.
  ...boundMetrics,
];
