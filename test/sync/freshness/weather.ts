import fc from 'fast-check';
import type { FleetSize } from '../../bench/service/fleet.ts';
import { OPERATORS, type OperatorName } from './operators.ts';
import type { Filters, ServiceRequest, Treatment } from './service.ts';
import type { Options } from './simulation.ts';

/** Fleets of few pages, with all, some or none of their bids live and being preempted. */
const fleetFrom = (min: number, max: number): fc.Arbitrary<FleetSize> =>
  fc
    .record({
      bids: fc.integer({ min, max }),
      live: fc.constantFrom(0, 0.3, 1),
      each: fc.constantFrom(0, 1, 3),
      preempted: fc.constantFrom(0, 0.1, 1),
    })
    .map(({ bids, live, each, preempted }) => ({
      bids,
      liveBids: Math.round(bids * live),
      instances: bids * each,
      preemptingBids: Math.round(bids * live * preempted),
    }));

const latency = fc.constantFrom<number[]>(0, 20, 80, 250, 600);
const seed = fc.nat(1000);

/** A line and a service without faults, and so many bids. */
export const fairWeather = (minBids: number, maxBids = 300) =>
  fc.record({
    fleet: fleetFrom(minBids, maxBids),
    latency,
    seed,
    asksFor: fc.constantFrom(50, 100),
    maxRequests: fc.integer({ min: 60, max: 600 }),
    operator: fc.constantFrom<(OperatorName | null)[]>(null, 'scrolls', 'jumps', 'filters', 'staysAtTheEnd'),
  });

const fault = fc.record({
  /** Each request of this number. */
  each: fc.integer({ min: 2, max: 20 }),
  treatment: fc.oneof(
    fc.constant<Treatment>({ kind: 'refused', status: 429 }),
    fc.constant<Treatment>({ kind: 'refused', status: 429, retryAfter: 1 }),
    fc.constant<Treatment>({ kind: 'refused', status: 429, retryAfter: 20 }),
    fc.constant<Treatment>({ kind: 'refused', status: 503 }),
    fc.constant<Treatment>({ kind: 'reset' }),
    fc.constant<Treatment>({ kind: 'late', ms: 20_000 }),
  ),
});

/** Any weather: faults all the time, an outage, a service that does not honour filters, and smaller pages than requested. */
export const anyWeather = fc.record({
  fair: fairWeather(1),
  faults: fc.array(fault, { maxLength: 2 }),
  outage: fc.option(fc.record({ at: fc.integer({ min: 0, max: 40_000 }), ms: fc.integer({ min: 1000, max: 40_000 }) })),
  filters: fc.constantFrom<Filters[]>('honoured', 'honoured', 'refused', 'ignored', 'nothing'),
  pageSize: fc.constantFrom(10, 100),
});

export type Fair = ReturnType<typeof fairWeather> extends fc.Arbitrary<infer Kind> ? Kind : never;
type Any = typeof anyWeather extends fc.Arbitrary<infer Kind> ? Kind : never;

export const inFair = ({ maxRequests, operator, ...more }: Fair): Options => ({
  ...more,
  pace: { maxRequests },
  ...(operator === null ? {} : { operator: OPERATORS[operator] }),
});

export const inAny = ({ fair, faults, outage, filters, pageSize }: Any): Options => ({
  ...inFair(fair),
  filters,
  pageSize,
  treat: ({ n, at }: ServiceRequest) => {
    if (outage !== null && at >= outage.at && at < outage.at + outage.ms) return { kind: 'reset' };
    return faults.find(({ each }) => n % each === 0)?.treatment ?? null;
  },
});
