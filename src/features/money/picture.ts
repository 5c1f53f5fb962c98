import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/duration.ts';
import { ticksOf } from '../../lib/time-axis.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import { type DialogLine, type Segment, widthOfAll } from '../../screen/dialogs/line.ts';

/** A screen reader has no use for pictures. */
export const hasPictures = ({ box }: Glyphs): boolean => box.across.trim() !== '';

/** On as many lines as the items need. */
export function legendIn(items: readonly (readonly Segment[])[], width: number): readonly DialogLine[] {
  const lines: Segment[][] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && widthOfAll(last) + widthOfAll(item) <= width) last.push(...item);
    else lines.push([...item]);
  }
  return lines.map((segments) => ({ kind: 'text', segments }));
}

/** Least blanks between labels of the axis. */
const LABEL_GAP = 4;
const NOW = 'now';

/** A line with ticks, and times below; the line points at the column `cursor`. */
export function axisOf(
  from: number,
  until: number,
  columns: number,
  { box, up }: Pick<Glyphs, 'box' | 'up'>,
  cursor: number | null = null,
): readonly [string, string] {
  const line = Array.from({ length: columns }, (_, n) => (n === columns - 1 ? box.tick : box.across));
  let labels = '';
  for (const { column, label } of ticksOf(from, until, columns, LABEL_GAP)) {
    const at = Math.max(0, column - Math.floor(label.length / 2));
    if (at + label.length >= columns - NOW.length || (labels !== '' && at <= labels.length)) continue;
    labels = labels.padEnd(at) + label;
    line[column] = box.tick;
  }
  if (cursor !== null) line[cursor] = up;
  return [line.join(''), labels.padEnd(columns - NOW.length) + NOW];
}

/** In milliseconds: close enough for no picture to be mostly empty. */
const SPANS: readonly number[] = [
  ...[0.5, 1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 4, 7, 14, 30, 60, 90].map((days) => days * DAY_MS),
];

/** The first span, in milliseconds: the shortest with the known time, up to a day. */
export const spanFor = (knownMs: number): number => SPANS.find((span) => span >= knownMs && span <= DAY_MS) ?? DAY_MS;

/** The next longer or shorter span; the same at either end. */
export const spanBeside = (spanMs: number, by: 1 | -1): number => SPANS[SPANS.indexOf(spanMs) + by] ?? spanMs;
