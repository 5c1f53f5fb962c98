import { elsewhere } from '../../../attacks/elsewhere.ts';

/** Attacks on the exporter. */
export const attacks = elsewhere([
  {
    id: 'metrics-names',
    group: 'small doors',
    enters: 'names, regions, types, statuses, projects, currencies and rules, in the labels of metrics',
    tries:
      'to end a label or a line, so that Prometheus reads a metric that nobody made; to have more series than it can hold',
    happens:
      'they are printable, cut and quoted; the first 200 values of a label and 2,000 combinations have series, the rest is `other` and counted',
    file: 'test/features/metrics/metrics.test.ts',
    tests: [
      'has names of the service printable and cut, so that none breaks a line or a label',
      'each label has a bounded number of values and each metric of series, and nothing is missing in a count',
      'what was seen first keeps its labels, and costs beyond the bounds keep their currency',
    ],
  },
  {
    id: 'metrics-readers',
    group: 'small doors',
    enters: 'the port of `spotdeck exporter`: other machines, web pages that give it another name',
    tries: 'to read what the fleet does and costs',
    happens:
      'other machines need the token of the exporter, pages are refused, and no metric has a token of the service',
    file: 'test/features/metrics/stories/exporter.test.ts',
    tests: [
      'on an address that others reach only those with the token, which appears nowhere',
      'on a loopback address all programs of the machine, but no web page that gives it another name',
      'serves what the market has: bids by status, and never a token',
    ],
  },
  {
    id: 'metrics-siege',
    group: 'memory and time',
    enters: 'the port of `spotdeck exporter`: 1,000 connections at a time, each opened again when it is closed',
    tries: 'to keep Prometheus out without having the token',
    happens: 'a scrape with the token is answered, on a connection from before and on a new one from the same address',
    file: 'test/features/metrics/stories/exporter.program.test.ts',
    tests: ['1,000 connections at a time from the address of Prometheus keep nobody out who has the token'],
  },
]);
