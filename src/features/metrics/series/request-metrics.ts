import { Counter, Histogram, type Registry } from 'prom-client';
import type { RequestLogEntry } from '../../../api/log-entry.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import type { LabelBounds } from './label-bounds.ts';

/** Upper ends of the duration's buckets, in seconds: from a service nearby to the timeout. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const PATHS = [...new Set(Object.values(endpoints).map(({ path }) => path))].map((path) => ({
  path,
  matches: new RegExp(`${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The interface's path of a request: few, as identifiers are left out. */
const pathOf = (sent: string): string => {
  const path = sent.split('?')[0] ?? '';
  return PATHS.find(({ matches }) => matches.test(path))?.path ?? 'other';
};

export const requestMetrics = {
  duration: {
    name: 'spotdeck_request_duration_seconds',
    help: 'Duration of requests to the service, those that failed included.',
    kind: 'histogram',
    labels: ['method', 'path'],
  },
  requests: {
    name: 'spotdeck_requests_total',
    help: 'Requests to the service by the status of the answer; without an answer by the kind of error.',
    kind: 'counter',
    labels: ['method', 'path', 'status'],
  },
} as const;

/** Adds the metrics to a registry. Answers the function for taking each request. */
export function countRequests(registry: Registry, bounds: LabelBounds): (entry: RequestLogEntry) => void {
  const registers = [registry];
  const { duration, requests } = requestMetrics;
  const seconds = new Histogram({
    name: duration.name,
    help: duration.help,
    labelNames: duration.labels,
    buckets: BUCKETS,
    registers,
  });
  const count = new Counter({ name: requests.name, help: requests.help, labelNames: requests.labels, registers });
  return ({ method, path: sent, status, tookMs, failure }) => {
    const path = pathOf(sent);
    seconds.observe({ method, path }, tookMs / 1000);
    const how = status === null ? (failure ?? 'none').replaceAll(' ', '_') : String(status);
    count.inc({ method, path, status: bounds.value('http_status', how) });
  };
}
