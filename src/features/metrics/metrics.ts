import { boundMetrics } from './bound-metrics.ts';
import { fleetMetrics } from './fleet-metrics.ts';
import { listMetrics } from './list-metrics.ts';
import { machineMetrics } from './machine-metrics.ts';
import type { Metric } from './metric.ts';
import { moneyMetrics } from './money-metrics.ts';
import { ruleMetrics } from './rule-metrics.ts';

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
