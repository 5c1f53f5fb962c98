import { Counter, Gauge, Registry } from 'prom-client';
import type { RequestLogEntry } from '../../api/log-entry.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { readTo } from '../../store/age.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { EventCounts } from './series/event-counts.ts';
import type { LabelBounds } from './series/label-bounds.ts';
import type { Metric, MetricSource, RowSeries } from './series/metric.ts';
import { metrics } from './series/metrics.ts';
import { countRequests } from './series/request-metrics.ts';

/** Age from which on a list's rows have no metrics, in milliseconds: a gap, not an old value. */
export const MAX_AGE_MS = 300_000;

type ScrapeSource = {
  readonly state: () => ConsoleState;
  readonly counts: EventCounts;
  readonly bounds: LabelBounds;
  readonly rows: ReadonlySet<RowSeries>;
};

export type Exposition = { readonly contentType: string; readonly text: () => Promise<string> };

/** The metrics of an exporter. `onRequest` takes each request to the service. */
export function createExposition({ state, counts, bounds, rows }: ScrapeSource): {
  readonly exposition: Exposition;
  readonly onRequest: (entry: RequestLogEntry) => void;
} {
  const registry = new Registry();
  const sourceNow = (): MetricSource => {
    const now = state();
    return { state: now, counts, bounds, isCurrent: (list) => isCurrent(now, list) };
  };
  const shown = metrics.filter(({ of }) => of === undefined || rows.has(of));
  const filled = shown.map((metric) => ({ metric, fill: registered(metric, registry) }));
  const onRequest = countRequests(registry, bounds);
  return {
    onRequest,
    exposition: {
      contentType: registry.contentType,
      text: () => {
        const source = sourceNow();
        for (const { metric, fill } of filled) fill(metric.samples(source));
        return registry.metrics();
      },
    },
  };
}

/** Answers the function for replacing its series. */
function registered(
  { name, help, kind, labels }: Metric,
  registry: Registry,
): (samples: ReturnType<Metric['samples']>) => void {
  const options = { name, help, labelNames: labels, registers: [registry] };
  if (kind === 'gauge') {
    const gauge = new Gauge(options);
    return (samples) => {
      gauge.reset();
      // A metric without labels would be 0 while unknown.
      if (labels.length === 0) gauge.remove();
      for (const { labels, value } of samples) gauge.set(labels, value);
    };
  }
  const counter = new Counter(options);
  return (samples) => {
    counter.reset();
    for (const { labels, value } of samples) counter.inc(labels, value);
  };
}

const isCurrent = ({ lists, now }: ConsoleState, list: ServiceList): boolean =>
  now - readTo(list, lists[list]) < MAX_AGE_MS;
