import { round } from '../results.ts';

/** With the floor of the same run. */
export type Line = {
  readonly what: string;
  readonly measured: number;
  readonly floor: number | null;
  readonly unit: string;
  readonly target: number | null;
  readonly judged: 'ratio' | 'value';
};

/** The target is a ratio to the floor, or a value without one. */
export const line = (what: string, measured: number, floor: number | null, unit: string, target: number | null): Line =>
  made({ what, measured, floor, unit, target, judged: floor === null ? 'value' : 'ratio' });

/** The target is a value, beside a floor. */
export const valueLine = (
  what: string,
  measured: number,
  floor: number | null,
  unit: string,
  target: number | null,
): Line => made({ what, measured, floor, unit, target, judged: 'value' });

const made = (of: Line): Line => ({
  ...of,
  measured: round(of.measured),
  floor: of.floor === null ? null : round(of.floor),
});

export function cellsOf(lines: readonly Line[]): readonly (readonly string[])[] {
  return [
    ['what', 'measured', 'floor', 'ratio', 'target', ''],
    ...lines.map((line) => {
      const { what, measured, floor, unit } = line;
      return [
        what,
        `${measured} ${unit}`,
        floor === null ? '' : String(floor),
        floor === null ? '' : `${(measured / floor).toFixed(2)}×`,
        ...verdict(line),
      ];
    }),
  ];
}

function verdict({ measured, floor, unit, target, judged }: Line): readonly [string, string] {
  if (target === null) return ['', ''];
  const checked = judged === 'ratio' && floor !== null ? measured / floor : measured;
  return [judged === 'ratio' ? `${target}×` : `${target} ${unit}`, checked <= target ? 'met' : 'missed'];
}

/** The smallest value and floor of each line. */
export function bestOf(rounds: readonly (readonly Line[])[]): readonly Line[] {
  const [first = [], ...others] = rounds;
  return first.map((line, at) => {
    const all = [line, ...others.flatMap((lines) => lines[at] ?? [])];
    const floors = all.flatMap(({ floor }) => floor ?? []);
    return {
      ...line,
      measured: Math.min(...all.map(({ measured }) => measured)),
      floor: floors.length === 0 ? null : Math.min(...floors),
    };
  });
}

/** Programs side by side, with ratios to the first. Floors and targets are the last's. */
export function cellsBeside(
  programs: readonly string[],
  results: readonly (readonly Line[])[],
): readonly (readonly string[])[] {
  const [first = [], ...others] = results;
  const judged = others.at(-1) ?? first;
  return [
    ['what', ...programs.flatMap((program, at) => (at === 0 ? [program] : [program, 'ratio'])), 'floor', 'target', ''],
    ...first.map(({ what, measured, unit }, at) => [
      what,
      `${measured} ${unit}`,
      ...others.flatMap((lines) => {
        const other = lines[at]?.measured ?? 0;
        return [`${other} ${unit}`, measured === 0 ? '' : `${(other / measured).toFixed(2)}×`];
      }),
      ...judgedCells(judged[at]),
    ]),
  ];
}

const judgedCells = (line: Line | undefined): readonly string[] =>
  line === undefined ? ['', '', ''] : [line.floor === null ? '' : String(line.floor), ...verdict(line)];

/** Limits on loopback: ratios to the floor, or values with a unit in the name. */
export const TARGETS = {
  poll: { mergedBesideParsing: 4, longestBlockMs: 16, heapBesideBegin: 1.1 },
  starts: {
    versionBesideNode: 1.3,
    helpBesideNode: 1.6,
    getBesideFetch: 1.5,
    firstFrameBesideHello: 1.5,
    firstRowsBesideHello: 2,
    oneFileBesidePackage: 1.1,
  },
  moves: {
    besideInk: 3,
    slowestMs: 33,
    bytesBesideTig: 2,
    slowLineBesideTig: 2,
    slowestLetterMs: 33,
    memoryBesideInk: 2,
  },
  idle: { processorBesideLoop: 1.5, clears: 0 },
  console: {
    firstByteMedianMs: 2.5,
    firstByteP95Ms: 8,
    lastByteP95Ms: 16,
    lastByteWorstMs: 33,
    keyBytes: 450,
    keyProcessorMs: 4,
    keysAtOnceMs: 20,
    keysAtOnceWorstMs: 100,
    restProcessorPercent: 4,
    restWakeUps: 30,
    restBytes: 60,
  },
} as const;

/** Peak in MiB, up to a number of instances. */
const MEMORY = [
  { instances: 10_000, mib: 160 },
  { instances: 100_000, mib: 350 },
] as const;

/** Null for a larger fleet. */
export const memoryTarget = (instances: number): number | null =>
  MEMORY.find((bound) => instances <= bound.instances)?.mib ?? null;
