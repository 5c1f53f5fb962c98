import { parseArgs } from 'node:util';
import { FLEETS, fleetNames } from '../../bench/distance/fleets.ts';
import { mostInAMinute } from '../../bench/distance/observed.ts';
import { formatTable } from '../../bench/results.ts';
import { rowClasses } from './measures.ts';
import { OPERATORS, type OperatorName } from './operators.ts';
import { fleetLists, type ServiceRequest, type Treatment } from './service.ts';
import { simulate } from './simulation.ts';
import type { Spread } from './spread.ts';

/**
 * Prints how old the rows of each fleet get in simulated time:
 * `node test/sync/freshness/table.ts [--fleet NAME,NAME] [--latency MS,MS] [--seconds N] [--max N]
 * [--operator scrolls|jumps|filters|staysAtTheEnd] [--refuse N [--retry-after S]]`. `--refuse 5` answers each fifth request with 429. A
 * row in view has waited since its newest answer was written, or since it came into view.
 */
const { values } = parseArgs({
  options: {
    fleet: { type: 'string', default: fleetNames.join() },
    latency: { type: 'string', default: '0,80,250' },
    seconds: { type: 'string', default: '180' },
    max: { type: 'string', default: '600' },
    operator: { type: 'string', default: '' },
    refuse: { type: 'string' },
    'retry-after': { type: 'string' },
  },
});
/** Time after the start from which on is measured, in milliseconds. */
const FROM_MS = 10_000;

const isOperator = (name: string): name is OperatorName => Object.hasOwn(OPERATORS, name);
const inSeconds = (ms: number): string => (Number.isNaN(ms) ? '–' : (ms / 1000).toFixed(1));

const lines = [
  ['fleet', 'ms', 'rows', 'age p50', 'p95', 'worst', 'waited p95', 'worst', 'change p50', 'p95', 'worst', 'changes'],
];
const notes: string[] = [];
for (const name of fleetNames.filter((name) => values.fleet.split(',').includes(name))) {
  for (const latency of values.latency.split(',').map(Number)) {
    const began = performance.now();
    const { operator, refuse, 'retry-after': retryAfter } = values;
    const treat = ({ n }: ServiceRequest): Treatment | null =>
      refuse === undefined || n % Number(refuse) > 0
        ? null
        : { kind: 'refused', status: 429, ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }) };
    await using simulation = await simulate({
      fleet: FLEETS[name],
      latency,
      pace: { maxRequests: Number(values.max) },
      treat,
      ...(isOperator(operator) ? { operator: OPERATORS[operator] } : {}),
    });
    const { poller, pass, measure, measures, service, completeAt } = simulation;
    poller.start('bids');
    await pass(FROM_MS);
    measure();
    await pass(Number(values.seconds) * 1000 - FROM_MS);
    measures().end();
    const { ages, waits, changes, claims } = measures();
    for (const rows of rowClasses) {
      const [age, change] = [ages[rows], changes[rows]];
      const waited = rows === 'preempting' || rows === 'rest' ? null : waits[rows];
      if (age.count() === 0) continue;
      const cells = (of: Spread | null, shares: readonly number[]): readonly string[] =>
        shares.map((share) => (of === null ? '' : inSeconds(of.percentile(share))));
      const all = [...cells(age, [0.5, 0.95, 1]), ...cells(waited, [0.95, 1]), ...cells(change, [0.5, 0.95, 1])];
      lines.push([name, String(latency), rows, ...all, String(change.count())]);
    }
    const later = service.asked.filter(({ at }) => at >= FROM_MS);
    const of = (list: string, isPart: boolean): number =>
      later.filter((each) => each.list === list && each.isPart === isPart).length;
    const perMinute = (count: number): string =>
      ((count * 60_000) / (Number(values.seconds) * 1000 - FROM_MS)).toFixed(0);
    notes.push(
      [
        `${name} at ${latency} ms: complete`,
        ...fleetLists.map((list) => `${list} ${inSeconds(completeAt.get(list) ?? Number.NaN)} s`),
        `| requests a minute ${perMinute(later.length)} (most ${mostInAMinute(service.times())}):`,
        ...fleetLists.map((list) => `${list} ${perMinute(of(list, true))} parts ${perMinute(of(list, false))} whole`),
        `| row too young ${inSeconds(claims.rowTooYoung)}, change missed ${inSeconds(claims.changeMissed)}, header too young ${inSeconds(claims.headerTooYoung)}, rest too young ${inSeconds(claims.restTooYoung)}, old unsaid ${inSeconds(claims.unsaid)} s`,
        `| ${((performance.now() - began) / 1000).toFixed(1)} s of real time`,
      ].join(' '),
    );
    process.stderr.write(`${notes.at(-1)}\n`);
  }
}
process.stdout.write(`${formatTable(lines)}\n${notes.join('\n')}\n`);
