// What the bundle has of prom-client: its kinds of metrics. The whole of it also loads node:cluster, node:v8 and Node's HTTP client,
// for metrics of Node itself and for a gateway to push to.
// biome-ignore lint/performance/noBarrelFile: it stands for the package
export { default as Counter } from '../node_modules/prom-client/lib/counter.js';
export { default as Gauge } from '../node_modules/prom-client/lib/gauge.js';
export { default as Histogram } from '../node_modules/prom-client/lib/histogram.js';
export { default as Registry } from '../node_modules/prom-client/lib/registry.js';
