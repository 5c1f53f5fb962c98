import { MAX_FOLDED } from './label-bounds.ts';
import type { Metric } from './metric.ts';

/** The metric of what has no series of its own. */
export const boundMetrics: readonly Metric[] = [
  {
    name: 'spotdeck_label_values_folded',
    help: `Values of a label, or combinations of labels, that are counted as other: at most ${MAX_FOLDED} are told apart.`,
    kind: 'gauge',
    labels: ['label'],
    samples: ({ bounds }) => bounds.folded(),
  },
];
