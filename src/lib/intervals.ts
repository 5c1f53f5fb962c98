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
  const parts: Interval[] = [];
  for (let n = firstWhere(intervals, (one) => one.to > from); n < intervals.length; n++) {
    const one = intervals[n];
    if (one === undefined || one.from >= to) break;
    const part = { from: Math.max(one.from, from), to: Math.min(one.to, to) };
    if (part.to > part.from) parts.push(part);
  }
  return parts;
}

/**
 * The joined intervals that lie in a time or reach into it, and one on each side: what begins or ends in that time is the same with these
 * alone.
 */
export function nearTo(intervals: readonly Interval[], { from, to }: Interval): readonly Interval[] {
  const first = firstWhere(intervals, (one) => one.to > from);
  return intervals.slice(Math.max(0, first - 1), firstWhere(intervals, (one) => one.from >= to, first) + 1);
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
