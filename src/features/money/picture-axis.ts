import { ticksOf } from '../../lib/time-axis.ts';
import type { Glyphs } from '../../resources/glyphs.ts';

/** Least number of blanks between two labels of the axis. */
const LABEL_GAP = 4;
const NOW = 'now';

/** The axis of a picture: a line with ticks, and the time of each below it. `cursor` is a column that the line points at; null for none. */
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
