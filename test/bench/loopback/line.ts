import { round } from '../statistics.ts';

/** A measured value, and the floor measured in the same run. */
export type Line = {
  readonly what: string;
  readonly measured: number;
  readonly floor: number | null;
  readonly unit: string;
  /** Upper limit of what is judged. */
  readonly target: number | null;
  readonly judged: 'ratio' | 'value';
};

/** A line whose target is one of the ratio to its floor, or of the value where there is no floor. */
export const line = (what: string, measured: number, floor: number | null, unit: string, target: number | null): Line =>
  made({ what, measured, floor, unit, target, judged: floor === null ? 'value' : 'ratio' });

/** A line whose target is one of the value, with a floor beside it. */
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

/** The cells of a table of lines. */
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

/** The target of a line, and whether it is met. */
function verdict({ measured, floor, unit, target, judged }: Line): readonly [string, string] {
  if (target === null) return ['', ''];
  const checked = judged === 'ratio' && floor !== null ? measured / floor : measured;
  return [judged === 'ratio' ? `${target}×` : `${target} ${unit}`, checked <= target ? 'met' : 'missed'];
}

/** Of several rounds the smallest value and the smallest floor of each line. */
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

/** The cells of a table of programs side by side: each with its ratio to the first one. Floors and targets are those of the last. */
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
