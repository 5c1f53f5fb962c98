import { median, percentile, round } from '../results.ts';
import { type Figures, MODES, type Mode } from './figures.ts';

/** By mode, in order of rounds. */
export type Rounds = Readonly<Record<Mode, readonly Figures[]>>;

/** Medians by mode, with a limit of their ratio to `off` or of the value. */
export type Line = {
  readonly what: string;
  readonly unit: string;
  readonly measured: Readonly<Record<Mode, number>>;
  readonly target: { readonly kind: 'ratio' | 'value'; readonly limit: number } | null;
};

/** Ratio to the processor time without machines. */
const PROCESSOR = 1.1;
/** Ratio to no machines that counts as just as quick. */
const SAME = 1.25;
/** At once, as limited by the console. */
const MOST_SSH = 32;

export function linesOf(rounds: Rounds): readonly Line[] {
  const line = (what: string, unit: string, of: (figures: Figures) => number, target: Line['target'] = null): Line => {
    const valueIn = (mode: Mode): number => round(median(rounds[mode].map(of)));
    return { what, unit, target, measured: { off: valueIn('off'), visible: valueIn('visible'), all: valueIn('all') } };
  };
  const ratio = (limit: number) => ({ kind: 'ratio', limit }) as const;
  return [
    line('processor of the console at rest', 'ms a minute', ({ resting }) => resting, ratio(PROCESSOR)),
    line('processor of the console while the cursor moves', 'ms a minute', ({ walking }) => walking, ratio(PROCESSOR)),
    line('processor of its ssh processes', 'ms a minute', ({ children }) => children),
    line('cursor move, p50', 'ms', ({ moves }) => percentile(moves, 0.5), ratio(SAME)),
    line('cursor move, p95', 'ms', ({ moves }) => percentile(moves, 0.95), ratio(SAME)),
    line('output at rest', 'bytes a second', ({ bytesASecond }) => bytesASecond),
    line('memory', 'MiB', ({ memory }) => memory / 2 ** 20),
    line('ssh processes at once', '', ({ mostSsh }) => mostSsh, { kind: 'value', limit: MOST_SSH }),
  ];
}

export function cellsOf(lines: readonly Line[]): readonly (readonly string[])[] {
  return [
    ['what', ...MODES, 'visible : off', 'all : off', 'target', ''],
    ...lines.map(({ what, unit, measured, target }) => {
      const ratioOf = (mode: Mode): number => measured[mode] / measured.off;
      const limited = [measured.visible, measured.all].map((value) =>
        target?.kind === 'ratio' ? value / measured.off : value,
      );
      const ratio = (mode: Mode): string => (measured.off === 0 ? '' : `${ratioOf(mode).toFixed(2)}×`);
      return [
        what,
        ...MODES.map((mode) => `${measured[mode]} ${unit}`.trim()),
        ratio('visible'),
        ratio('all'),
        target === null ? '' : target.kind === 'ratio' ? `${target.limit}×` : String(target.limit),
        target === null ? '' : Math.max(...limited) <= target.limit ? 'met' : 'missed',
      ];
    }),
  ];
}
