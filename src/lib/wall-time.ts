import { DAY_MS } from './duration.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

/** Date and time on the wall clock of a zone, to the second, as if it were UTC, in milliseconds since 1970. Throws a RangeError when there is no such zone. */
export function wallTime(at: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000;

/** How far a wall clock is ahead of UTC, in milliseconds. */
const aheadAt = (at: number, zone: string): number => wallTime(at, zone) - wholeSecond(at);

/** A zone around a time: how far its wall clock is ahead before and after the moment at which it is changed. */
type Change = { readonly moment: number; readonly before: number; readonly after: number };

/** How a wall clock changes between two moments that are at most two days apart: no zone changes it twice in them. */
function changeIn(from: number, to: number, zone: string): Change {
  const [before, after] = [aheadAt(from, zone), aheadAt(to, zone)];
  let [early, late] = [wholeSecond(from), wholeSecond(to)];
  while (before !== after && late - early > 1000) {
    const middle = wholeSecond((early + late) / 2);
    if (aheadAt(middle, zone) === before) early = middle;
    else late = middle;
  }
  return { moment: late, before, after };
}

/**
 * The first moment at which a wall clock shows a time or a later one: the end of the gap for a time that is skipped where the clock is
 * put forward, the first time for one that comes twice where it is put back.
 */
export function momentOf(wall: number, zone: string): number {
  const { moment, before, after } = changeIn(wall - DAY_MS, wall + DAY_MS, zone);
  return wall < moment + before ? wall - before : Math.max(moment, wall - after);
}

/** The latest time that a wall clock has shown until a moment: more than it shows then, in the hour after it was put back. */
export function latestWallTime(at: number, zone: string): number {
  const { moment, before, after } = changeIn(at - DAY_MS, at, zone);
  return before === after ? at + after : Math.max(moment + before - 1, at + after);
}
