import type { DocsPart } from '../../command/feature.ts';
import { code } from '../../lib/words.ts';
import { metrics } from './series/metrics.ts';
import { requestMetrics } from './series/request-metrics.ts';

/** In a few words; the exporter serves more metrics, and the labels. */
function metricTable(): string {
  const all = [...metrics, ...Object.values(requestMetrics)];
  return all
    .map((metric) => {
      const { name, kind, help } = metric;
      if (name.endsWith('_total') !== (kind === 'counter')) throw new Error(`${name} is a ${kind}.`);
      const option = 'of' in metric && metric.of !== undefined ? ` (${code(`--per ${metric.of}`)})` : '';
      return `- ${code(name)}: ${help.replace(/[.:;] .*|, since the exporter was started|, for one instance and hour|\.$/g, '')}${option}`;
    })
    .join('\n');
}

export const docs: readonly DocsPart[] = [{ file: 'docs/metrics.md', marks: 'metrics', text: metricTable }];
