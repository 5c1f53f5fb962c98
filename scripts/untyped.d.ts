// Single files of prom-client, which has types only for the whole of it.
declare module '*/lib/counter.js';
declare module '*/lib/gauge.js';
declare module '*/lib/histogram.js';
declare module '*/lib/registry.js';
