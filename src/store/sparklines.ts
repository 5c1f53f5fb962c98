import { scaleOf, sparkline } from '../lib/bars.ts';
import { shortDuration } from '../lib/duration.ts';
import { type Step, slotsOf, spanHolding } from '../lib/time-slots.ts';
import type { Cell, Tone } from '../resources/cell.ts';
import type { ConsoleState, Sample } from './state.ts';
import { exposureNow, runningNow } from './totals.ts';

/** Shortest interval between two samples, in milliseconds. */
const INTERVAL_MS = 10_000;
const MAX_SAMPLES = 360;
/** In columns. */
const WIDTH = { most: 12, least: 6 };
const RUNNING = { beside: 'running ', alone: 'run ' };
const SPAN = '  60m'.length;
/** Least room of both sparklines, and of one, in columns. */
export const LEAST_ROOM = {
  both: 2 * (RUNNING.beside.length + WIDTH.least) + SPAN,
  alone: RUNNING.alone.length + WIDTH.least + SPAN,
};
/** Shortest known time for a picture, in milliseconds. */
const LEAST_KNOWN_MS = 30_000;
/** A sample without a next one holds so long, in milliseconds. */
const HOLD_MS = 3 * INTERVAL_MS;

const knownMs = (samples: readonly Sample[], now: number): number => now - (samples[0]?.at ?? now);

/** Not in the first seconds, nor for a screen reader. */
export const hasSparklines = ({ samples, glyphs, now }: Pick<ConsoleState, 'samples' | 'glyphs' | 'now'>): boolean =>
  knownMs(samples, now) >= LEAST_KNOWN_MS && glyphs.box.across.trim() !== '';

/**
 * Running instances and their cost over the known part of the last hour; the first alone with less room. A column shows
 * the fewest instances and the highest cost.
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

function stepsOf(samples: readonly Sample[], of: (sample: Sample) => number | null): readonly Step[] {
  return samples.flatMap((sample, n): readonly Step[] => {
    const step = { at: sample.at, value: of(sample) };
    const next = samples[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    return next - sample.at > HOLD_MS ? [step, { at: sample.at + HOLD_MS, value: null }] : [step];
  });
}

export function sampled(state: ConsoleState, now: number): ConsoleState {
  const { bids, instances } = state.lists;
  if (bids.fetchedAt === null || instances.fetchedAt === null) return state;
  const last = state.samples.at(-1);
  if (last !== undefined && now - last.at < INTERVAL_MS) return state;
  const cost = exposureNow(state);
  const costMicros = cost.kind === 'known' ? Number(cost.amounts[0]?.micros ?? 0n) : null;
  const sample: Sample = { at: now, running: runningNow(state), costMicros };
  return { ...state, samples: [...state.samples, sample].slice(-MAX_SAMPLES) };
}
