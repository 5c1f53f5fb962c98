import { percentile, round } from '../results.ts';
import type { BenchList } from '../service/start.ts';
import type { Figures } from './figures.ts';
import type { Fleet } from './fleets.ts';
import { durations, mostInAMinute, type Timing } from './observed.ts';

/** A round trip in milliseconds, and a program. */
export type Column = { readonly latency: number; readonly program: string };

export type Line = {
  readonly what: string;
  readonly unit: string;
  readonly measured: readonly number[];
  readonly target: number | null;
};

const FIRST_ROW_ROUND_TRIPS = 3;
/** Until a change in view is shown, or a preemption is known. Milliseconds. */
const IN_VIEW_MS = 3000;
const PREEMPTION_MS = 10_000;
/** Ratio to loopback that counts as just as quick. */
const SAME = 1.25;

/** With a value for each column, from near to far. */
export function linesOf(fleet: Fleet, columns: readonly Column[], figures: readonly Figures[]): readonly Line[] {
  const far = columns.at(-1)?.latency ?? 0;
  const line = (
    what: string,
    unit: string,
    figureOf: (figures: Figures) => number,
    target: number | null = null,
  ): Line => ({ what, unit, measured: figures.map((of) => round(figureOf(of))), target });
  const spread = (
    what: string,
    timingsOf: (figures: Figures) => readonly Timing[],
    target: number | null = null,
  ): readonly Line[] => {
    // Not part of this fleet or scenario.
    if (figures.every((of) => timingsOf(of).length === 0) && target === null) return [];
    const at = (share: number) => (of: Figures) => percentile(durations(timingsOf(of)), share);
    return [
      line(`${what}, p50`, 'ms', at(0.5)),
      line(`${what}, p95`, 'ms', at(0.95), target),
      line(`${what}, worst`, 'ms', at(1)),
      line(`${what}, measured`, '', (of) => timingsOf(of).length),
    ];
  };
  const endsOf =
    (list: BenchList) =>
    ({ preemptions: { ended } }: Figures): number =>
      percentile(durations(ended.filter((end) => end.list === list)), 0.95);
  const moveOf = ({ moves }: Figures): number => percentile(moves, 0.95);
  const near = columns[0]?.latency === 0 ? figures[0] : undefined;
  const isWalked = figures.every(({ moves }) => moves.length > 0);
  return [
    line('first frame', 'ms', ({ firstFrame }) => firstFrame),
    line(
      'first row after the first frame',
      'ms',
      ({ firstRow }) => firstRow,
      far === 0 ? null : FIRST_ROW_ROUND_TRIPS * far,
    ),
    line('all bids read for the first time', 'ms', ({ complete }) => complete.bids ?? Number.NaN),
    line('all instances read for the first time', 'ms', ({ complete }) => complete.instances ?? Number.NaN),
    line('all preempted rows read', 'ms', ({ preemptions }) => preemptions.allRead ?? Number.NaN),
    ...spread('change of a bid in view until on screen', ({ changes }) => changes.bids, IN_VIEW_MS),
    ...spread('change of an instance in view until on screen', ({ changes }) => changes.instances, IN_VIEW_MS),
    ...spread('change of an ended row in view until on screen', ({ changes }) => changes.ended),
    ...spread('end of a preemption out of view until known', ({ preemptions }) => preemptions.ended, PREEMPTION_MS),
    line('that of a bid, p95', 'ms', endsOf('bids')),
    line('that of an instance, p95', 'ms', endsOf('instances')),
    ...spread('end of a preemption out of view until delivered', ({ preemptions }) => preemptions.endDelivered),
    ...spread('begin of a preemption out of view until known', ({ preemptions }) => preemptions.begun),
    ...spread('age of live bids on screen', ({ ages }) => ages.bids),
    ...spread('age of instances on screen', ({ ages }) => ages.instances),
    ...spread('age of ended rows on screen', ({ ages }) => ages.ended),
    ...spread('age of all rows', ({ ages }) => ages.all),
    line('requests, mean', 'a minute', meanOfRequests),
    line('requests, most in any minute', '', ({ requests }) => mostInAMinute(requests), fleet.requestsAMinute),
    ...(isWalked
      ? [line('cursor move, p95', 'ms', moveOf, near === undefined || far === 0 ? null : round(SAME * moveOf(near)))]
      : []),
    line('processor of the console', '% of a core', ({ processor }) => processor * 100),
    line('memory', 'MiB', ({ memory }) => memory / 2 ** 20),
    line('load of the machine', '', ({ load }) => load),
  ];
}

const meanOfRequests = ({ requests, seconds }: Figures): number =>
  (requests.filter((at) => at >= 0).length / seconds) * 60;

/** Targets are the last program's. */
export function cellsOf(columns: readonly Column[], lines: readonly Line[]): readonly (readonly string[])[] {
  const programs = new Set(columns.map(({ program }) => program));
  const judged = columns.at(-1)?.program;
  return [
    ['what', ...columns.map((column) => titleOf(column, programs.size > 1)), 'target', ''],
    ...lines.map(({ what, unit, measured, target }) => {
      const own = measured.filter((_, at) => columns[at]?.program === judged);
      return [
        what,
        ...measured.map((value) => (Number.isNaN(value) ? 'none' : `${value} ${unit}`.trim())),
        target === null ? '' : `${target} ${unit}`.trim(),
        target === null ? '' : Math.max(...own) <= target ? 'met' : 'missed',
      ];
    }),
  ];
}

const titleOf = ({ latency, program }: Column, isNamed: boolean): string =>
  isNamed ? `${program}, at ${latency} ms` : `at ${latency} ms`;

const MINUTE_MS = 60_000;
/** Shown minute by minute from this length, in seconds. */
export const MINUTES_FROM = 120;

type OfMinutes = Pick<Figures, 'changes' | 'requests' | 'seconds'> & {
  readonly preemptions: { readonly ended: readonly Timing[] };
  readonly ages: Pick<Figures['ages'], 'bids' | 'instances'>;
};

/** The worst of each minute, in milliseconds, and its requests. */
export function minuteCells({
  changes,
  preemptions,
  ages,
  requests,
  seconds,
}: OfMinutes): readonly (readonly string[])[] {
  const minutes = Array.from({ length: Math.ceil((seconds * 1000) / MINUTE_MS) }, (_, n) => n);
  const isIn = (at: number, minute: number): boolean => Math.floor(at / MINUTE_MS) === minute;
  const worst = (timings: readonly Timing[], minute: number): string => {
    const own = timings.filter(({ at }) => isIn(at, minute)).map(({ ms }) => ms);
    return own.length === 0 ? '' : String(round(percentile(own, 1)));
  };
  return [
    ['minute', 'bid', 'instance', 'ended', 'preemption', 'age of bids', 'age of instances', 'requests'],
    ...minutes.map((minute) => [
      String(minute + 1),
      worst(changes.bids, minute),
      worst(changes.instances, minute),
      worst(changes.ended, minute),
      worst(preemptions.ended, minute),
      worst(ages.bids, minute),
      worst(ages.instances, minute),
      String(requests.filter((at) => isIn(at, minute)).length),
    ]),
  ];
}
