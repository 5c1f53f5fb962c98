import { percentile, round } from '../statistics.ts';
import type { Figures } from './figures.ts';
import type { Fleet } from './fleets.ts';

/** A value at each distance, and its upper limit at all of them. */
export type Line = {
  readonly what: string;
  readonly unit: string;
  readonly measured: readonly number[];
  readonly target: number | null;
};

/** Round trips from the first frame to the first row. */
const FIRST_ROW_ROUND_TRIPS = 3;
const REQUESTS_A_MINUTE = 600;
/** Ratio to the time on loopback up to which a move of the cursor counts as just as quick. */
const SAME = 1.25;

/** Returns the lines of a fleet, measured at some distances from near to far. */
export function linesOf(fleet: Fleet, distances: readonly number[], figures: readonly Figures[]): readonly Line[] {
  const far = distances.at(-1) ?? 0;
  const line = (
    what: string,
    unit: string,
    figureOf: (figures: Figures) => number,
    target: number | null = null,
  ): Line => ({ what, unit, measured: figures.map((of) => round(figureOf(of))), target });
  const spread = (
    what: string,
    valuesOf: (figures: Figures) => readonly number[],
    target: number | null,
  ): readonly Line[] => [
    line(`${what}, p50`, 'ms', (of) => percentile(valuesOf(of), 0.5)),
    line(`${what}, p95`, 'ms', (of) => percentile(valuesOf(of), 0.95), target),
    line(`${what}, worst`, 'ms', (of) => percentile(valuesOf(of), 1)),
  ];
  const moveOf = ({ moves }: Figures): number => percentile(moves, 0.95);
  const near = figures[0];
  const hasEnded = fleet.liveBids < fleet.bids;
  return [
    line('first frame', 'ms', ({ firstFrame }) => firstFrame),
    line(
      'first row after the first frame',
      'ms',
      ({ firstRow }) => firstRow,
      far === 0 ? null : FIRST_ROW_ROUND_TRIPS * far,
    ),
    ...spread('age of live bids on screen', ({ ages }) => ages.bids, fleet.ageMs),
    ...(hasEnded ? spread('age of ended bids on screen', ({ ages }) => ages.endedBids, null) : []),
    ...spread('age of instances on screen', ({ ages }) => ages.instances, fleet.ageMs),
    ...spread('change of a bid in view until on screen', ({ bidChanges }) => bidChanges, fleet.bidChangeMs),
    ...spread(
      'change of an instance in view until on screen',
      ({ instanceChanges }) => instanceChanges,
      fleet.instanceChangeMs,
    ),
    line('changes measured', '', ({ bidChanges, instanceChanges }) => bidChanges.length + instanceChanges.length),
    line('requests', 'a minute', ({ requestsAMinute }) => requestsAMinute, REQUESTS_A_MINUTE),
    line('cursor move, p95', 'ms', moveOf, near === undefined || far === 0 ? null : round(SAME * moveOf(near))),
    line('memory', 'MiB', ({ memory }) => memory / 2 ** 20),
  ];
}

/** Returns the cells of a table of lines. */
export function cellsOf(distances: readonly number[], lines: readonly Line[]): readonly (readonly string[])[] {
  return [
    ['what', ...distances.map((distance) => `at ${distance} ms`), 'target', ''],
    ...lines.map(({ what, unit, measured, target }) => [
      what,
      ...measured.map((value) => `${value} ${unit}`.trim()),
      target === null ? '' : `${target} ${unit}`,
      target === null ? '' : Math.max(...measured) <= target ? 'met' : 'missed',
    ]),
  ];
}
