import { bar, brailleBars } from '../../../lib/bars.ts';
import { shortDuration } from '../../../lib/duration.ts';
import { widthOf } from '../../../lib/width.ts';
import type { Cell, Tone } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import type { MeasureKind } from '../../../resources/quantities.ts';
import type { Column } from '../../../resources/resource.ts';
import { type KnownMachines, machineLimits } from '../known-machines.ts';
import { freshnessOf, gpusOf, idleFor, memoryOf, percentOf, shownSample } from '../machine-values.ts';
import { AT_REST, HISTORY, meanUtilization, type Reading, type Usage } from '../reading.ts';
import { troubleOf, troubleWords } from './machine-problem.ts';

/** The unit of all GPU tools. */
export const GIB = 1024 ** 3;
/** Room for `100%`. */
const PERCENT_WIDTH = 4;
/** In per cent. */
const WELL_USED = 50;

export const percentText = (percent: number): string => `${Math.round(percent)}%`;

/** A screen reader gets no bar. */
export function percentBar(percent: number, width: number, glyphs: Glyphs): string {
  const text = percentText(percent).padStart(PERCENT_WIDTH);
  const drawn = glyphs.trend.kind === 'none' ? '' : bar(percent / 100, width, glyphs.fills);
  return drawn === '' ? text : `${text} ${drawn}`;
}

/** A rented GPU at rest needs attention. */
export function utilizationTone(percent: number): Tone {
  if (percent <= AT_REST) return 'warn';
  return percent < WELL_USED ? 'plain' : 'good';
}

export const memoryTone = (percent: number, { memoryAbove }: Pick<KnownMachines, 'memoryAbove'>): Tone =>
  percent > memoryAbove ? 'warn' : 'plain';

/** Gibibytes without a unit: `79.6`, `640`. */
export function gibibytes(bytes: number): string {
  const value = bytes / GIB;
  return value > 0 && value < 10 ? value.toFixed(1) : String(Math.round(value));
}

/** `70/80G`, `1.3/1.4T`. */
export function usageText({ used, total }: Usage): string {
  const isLarge = total >= 1000 * GIB;
  const [unit, sign] = isLarge ? [1024, 'T'] : [1, 'G'];
  return `${gibibytes(used / unit)}/${gibibytes(total / unit)}${sign}`;
}

/** Unknown, at rest, and thirds. */
function levelOf(percent: number | null): 0 | 1 | 2 | 3 | 4 {
  if (percent === null) return 0;
  if (percent <= AT_REST) return 1;
  return percent < 34 ? 2 : percent < 67 ? 3 : 4;
}

/** Limits, and the time for cells about machines, in milliseconds since 1970. */
export type MachineContext = Pick<Context, 'now' | 'glyphs'> & Pick<KnownMachines, 'idleAfterMs' | 'memoryAbove'>;

/** A frozen screen shows machines as at its time. */
export function asOf({ own, glyphs }: Pick<Context, 'own' | 'glyphs'>): MachineContext {
  const { at, idleAfterMs, memoryAbove } = own(machineLimits);
  return { now: at, glyphs, idleAfterMs, memoryAbove };
}

export const shownAt = ({ own }: Pick<Context, 'own'>): number => own(machineLimits).at;

const nothing = ({ glyphs }: MachineContext): Cell => ({ text: glyphs.none, tone: 'dim' });

/** The whole history as means of equal parts, latest last. */
function partsOf(history: readonly (number | null)[], parts: number): readonly (number | null)[] {
  const all = [...Array.from({ length: HISTORY - history.length }, () => null), ...history];
  return Array.from({ length: parts }, (_, n) => {
    const part = all.slice(Math.floor((n * HISTORY) / parts), Math.floor(((n + 1) * HISTORY) / parts));
    const known = part.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
  });
}

type DrawnHistory = { readonly room: number; readonly trend: Glyphs['trend']; readonly text: string };

/** Most rows have no new sample in most frames. */
const drawnHistories = new WeakMap<readonly (number | null)[], DrawnHistory>();

/** Draws a history, latest at the right; empty for a screen reader. */
export function historyText(history: readonly (number | null)[], room: number, { trend }: Glyphs): string {
  if (trend.kind === 'none' || room <= 0) return '';
  const known = drawnHistories.get(history);
  if (known?.room === room && known.trend === trend) return known.text;
  const levels = partsOf(history, trend.kind === 'signs' ? room : 2 * room).map(levelOf);
  const text = trend.kind === 'signs' ? levels.map((level) => trend.signs[level]).join('') : brailleBars(levels);
  drawnHistories.set(history, { room, trend, text });
  return text;
}

/** `2m ago`. */
export const agoText = ({ at }: { readonly at: number }, now: number): string => `${shortDuration(now - at)} ago`;

/**
 * Mean utilization with its history, its age if stale, or the trouble. Without a width nothing is drawn or shortened.
 */
export function utilizationCell(reading: Reading | null, context: MachineContext, width: number | null): Cell {
  const { now, glyphs } = context;
  if (reading === null) return nothing(context);
  const sample = shownSample(reading, now);
  const percent = sample === null ? null : meanUtilization(sample);
  const current = freshnessOf(reading, now) === 'current';
  const trouble = troubleOf(reading);
  if (trouble !== null && !(current && percent !== null))
    return {
      text: fitting(width, `${glyphs.warn} ${troubleWords[trouble].word}`, troubleWords[trouble].word),
      tone: trouble === 'no-gpu' ? 'dim' : 'warn',
    };
  if (sample === null || percent === null) return nothing(context);
  const text = percentText(percent).padStart(PERCENT_WIDTH);
  if (!current) {
    const brief = `${percentText(percent)} ${shortDuration(now - sample.at)}`;
    return { text: fitting(width, `${text} ${agoText(sample, now)}`, brief), tone: 'dim' };
  }
  const room = width === null ? 0 : width - PERCENT_WIDTH - 1;
  const drawn = historyText(reading.history, room, glyphs);
  return { text: drawn === '' ? text : `${text} ${drawn}`, tone: utilizationTone(percent) };
}

const fitting = (width: number | null, text: string, brief: string): string =>
  width === null || widthOf(text) <= width ? text : brief;

export function memoryPercent(reading: Reading | null, now: number): number | null {
  return percentOf(memoryOf(gpusOf(shownSample(reading, now))));
}

/** Dim when stale. */
export function memoryCell(reading: Reading | null, context: MachineContext): Cell {
  const percent = memoryPercent(reading, context.now);
  if (percent === null) return nothing(context);
  const current = freshnessOf(reading, context.now) === 'current';
  return { text: percentText(percent), tone: current ? memoryTone(percent, context) : 'dim' };
}

/** A warning once the machine counts as idle. */
export function idleCell(reading: Reading | null, context: MachineContext): Cell {
  const { now, idleAfterMs } = context;
  const sample = shownSample(reading, now);
  const idle = reading === null || sample === null ? null : idleFor(reading, now);
  if (idle === null) return nothing(context);
  const counts = idle >= idleAfterMs && freshnessOf(reading, now) === 'current';
  return { text: shortDuration(idle), tone: counts ? 'warn' : 'dim' };
}

/** Filters and sorts by a number of a row, the largest first; `rounded` is the number to filter by. */
export const measuredBy = <Row>(
  kind: MeasureKind,
  of: (row: Row, context: Context) => number | null,
  rounded: (amount: number) => number = (amount) => amount,
): Pick<Column<Row>, 'largestFirst' | 'sortBy' | 'compareAs'> => ({
  largestFirst: true,
  sortBy: of,
  compareAs: {
    kind,
    of: (row, context) => {
      const amount = of(row, context);
      return amount === null ? null : { amount: rounded(amount), unit: '' };
    },
  },
});
