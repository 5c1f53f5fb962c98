import { round } from '../statistics.ts';

/** A measured value, and the floor measured in the same run. */
export type Line = {
  readonly what: string;
  readonly measured: number;
  readonly floor: number | null;
  readonly unit: string;
  /** Upper limit of the ratio to the floor, or of the value where there is no floor. */
  readonly target: number | null;
};

export function line(what: string, measured: number, floor: number | null, unit: string, target: number | null): Line {
  return { what, measured: round(measured), floor: floor === null ? null : round(floor), unit, target };
}

/** The cells of a table of lines. */
export function cellsOf(lines: readonly Line[]): readonly (readonly string[])[] {
  return [
    ['what', 'measured', 'floor', 'ratio', 'target', ''],
    ...lines.map(({ what, measured, floor, unit, target }) => {
      const ratio = floor === null ? null : measured / floor;
      const checked = ratio ?? measured;
      return [
        what,
        `${measured} ${unit}`,
        floor === null ? '' : String(floor),
        ratio === null ? '' : `${ratio.toFixed(2)}×`,
        target === null ? '' : ratio === null ? `${target} ${unit}` : `${target}×`,
        target === null ? '' : checked <= target ? 'met' : 'missed',
      ];
    }),
  ];
}

/** Of several rounds the smallest value of each line. */
export function bestOf(rounds: readonly (readonly Line[])[]): readonly Line[] {
  const [first = [], ...others] = rounds;
  return first.map((line, at) => ({
    ...line,
    measured: Math.min(line.measured, ...others.map((lines) => lines[at]?.measured ?? line.measured)),
  }));
}

/** The cells of a table of programs side by side: each with its ratio to the first one. */
export function cellsBeside(
  programs: readonly string[],
  results: readonly (readonly Line[])[],
): readonly (readonly string[])[] {
  const [first = [], ...others] = results;
  return [
    ['what', ...programs.flatMap((program, at) => (at === 0 ? [program] : [program, 'ratio']))],
    ...first.map(({ what, measured, unit }, at) => [
      what,
      `${measured} ${unit}`,
      ...others.flatMap((lines) => {
        const other = lines[at]?.measured ?? 0;
        return [`${other} ${unit}`, measured === 0 ? '' : `${(other / measured).toFixed(2)}×`];
      }),
    ]),
  ];
}
