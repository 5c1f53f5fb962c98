import { firstWhere } from './first-where.ts';

/** A time from its beginning to its end, in milliseconds since 1970. */
export type Interval = { readonly from: number; readonly to: number };

/** Intervals in order, with those that overlap or touch joined: a time that several consoles observed counts once. */
export function joined(intervals: Iterable<Interval>): readonly Interval[] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (to >= from) all.push({ from, to });
  }
  return all;
}

/** The parts of joined intervals that lie within a time. */
export function within(intervals: readonly Interval[], { from, to }: Interval): readonly Interval[] {
  return intervals.flatMap((one) => {
    const part = { from: Math.max(one.from, from), to: Math.min(one.to, to) };
    return part.to > part.from ? [part] : [];
  });
}

/** The parts of a time that joined intervals leave out. */
export function gapsIn(intervals: readonly Interval[], { from, to }: Interval): readonly Interval[] {
  const gaps: Interval[] = [];
  let end = from;
  for (const one of within(intervals, { from, to })) {
    if (one.from > end) gaps.push({ from: end, to: one.from });
    end = one.to;
  }
  if (to > end) gaps.push({ from: end, to });
  return gaps;
}

const clocks = new WeakMap<readonly Interval[], (time: number) => number>();

/** A function that says how many milliseconds of joined intervals lie before a time. */
export function observedClock(intervals: readonly Interval[]): (time: number) => number {
  const known = clocks.get(intervals);
  if (known !== undefined) return known;
  const clock = clockOf(intervals);
  clocks.set(intervals, clock);
  return clock;
}

function clockOf(intervals: readonly Interval[]): (time: number) => number {
  let sum = 0;
  const starts = intervals.map(({ from, to }) => {
    const start = { from, to, before: sum };
    sum += to - from;
    return start;
  });
  return (time) => {
    const last = starts[firstWhere(starts, ({ from }) => from > time) - 1];
    return last === undefined ? 0 : last.before + Math.min(time, last.to) - last.from;
  };
}
