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
