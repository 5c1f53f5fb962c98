/** All items after the first must meet it, too. */
export function firstWhere<Item>(items: readonly Item[], meets: (item: Item) => boolean, from = 0): number {
  let low = from;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item === undefined || meets(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** In milliseconds since 1970. */
export type Interval = { readonly from: number; readonly to: number };

export function joined(intervals: Iterable<Interval>): readonly Interval[] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (to >= from) all.push({ from, to });
  }
  return all;
}

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
