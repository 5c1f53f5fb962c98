import { scaleOf, sparkline } from '../lib/bars.ts';
import { shortDuration } from '../lib/duration.ts';
import { type Step, slotsOf, spanHolding } from '../lib/time-slots.ts';
import type { Cell, Tone } from '../resources/cell.ts';
import { INTERVAL_MS } from './samples.ts';
import type { ConsoleState, Sample } from './state.ts';

/** Largest and smallest width of a sparkline, in columns. */
const WIDTH = { most: 12, least: 6 };
/** Names before running instances, beside the cost and alone where there is less room. */
const RUNNING = { beside: 'running ', alone: 'run ' };
/** Width of the time after the sparklines, with the blanks before it, in columns. */
const SPAN = '  60m'.length;
/** The least room of both sparklines, and of the first alone, in columns. */
export const LEAST_ROOM = {
  both: 2 * (RUNNING.beside.length + WIDTH.least) + SPAN,
  alone: RUNNING.alone.length + WIDTH.least + SPAN,
};
/** Time that has to be known before there is a picture, in milliseconds. */
const LEAST_KNOWN_MS = 30_000;
/** Time for which a sample holds when there is none after it, in milliseconds: a list may arrive late. */
const HOLD_MS = 3 * INTERVAL_MS;

/** For how long samples are known, in milliseconds. */
const knownMs = (samples: readonly Sample[], now: number): number => now - (samples[0]?.at ?? now);

/** Whether there is something to draw: not in the first seconds, nor for a screen reader. */
export const hasSparklines = ({ samples, glyphs, now }: Pick<ConsoleState, 'samples' | 'glyphs' | 'now'>): boolean =>
  knownMs(samples, now) >= LEAST_KNOWN_MS && glyphs.box.across.trim() !== '';

/**
 * Running instances and their cost over the last hour as two sparklines, or over the time that is known; the first alone
 * when there is room for one, and nothing with less, for a screen reader, and in the first seconds. Of several values in a column
 * the fewest running instances and the highest cost are shown.
 */
export function sparklinesOf({ samples, glyphs, now }: ConsoleState, room: number): readonly Cell[] {
  const both = Math.floor((room - SPAN) / 2) - RUNNING.beside.length;
  const isAlone = both < WIDTH.least;
  const width = Math.min(WIDTH.most, isAlone ? room - SPAN - RUNNING.alone.length : both);
  if (width < WIDTH.least || !hasSparklines({ samples, glyphs, now })) return [];
  const window = { until: now, spanMs: spanHolding(knownMs(samples, now)), slots: width };
  const picture = (of: (sample: Sample) => number | null, pick: typeof Math.min, tone: Tone): Cell => {
    const values = slotsOf(stepsOf(samples, of), window, (one, other) => pick(one, other));
    return { text: sparkline(values, scaleOf(values), glyphs.bars), tone };
  };
  return [
    { text: isAlone ? RUNNING.alone : RUNNING.beside, tone: 'dim' },
    picture(({ running }) => running, Math.min, 'good'),
    ...(isAlone
      ? []
      : [{ text: '  cost ', tone: 'dim' as const }, picture(({ costMicros }) => costMicros, Math.max, 'accent')]),
    { text: `  ${shortDuration(window.spanMs)}`, tone: 'dim' },
  ];
}

/** The values of samples, each until the next; unknown where no sample was taken for too long. */
function stepsOf(samples: readonly Sample[], of: (sample: Sample) => number | null): readonly Step[] {
  return samples.flatMap((sample, n): readonly Step[] => {
    const step = { at: sample.at, value: of(sample) };
    const next = samples[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    return next - sample.at > HOLD_MS ? [step, { at: sample.at + HOLD_MS, value: null }] : [step];
  });
}
