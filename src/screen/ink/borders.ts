import type { BoxGlyphs } from '../../lib/bars.ts';
import { cut, widthOf } from '../../lib/width.ts';
import type { Tone } from '../../resources/cell.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import type { ConsoleState } from '../../store/state.ts';
import { FRAME_SIDES, fitAll, type Segment } from '../dialogs/line.ts';
import { dialogOf } from '../dialogs/screen.ts';
import type { Background } from '../dialogs/theme.ts';

/** Dimmed under a dialog with a box. */
export const backgroundOf = (state: ConsoleState): Background =>
  state.dialogs.some((own) => dialogOf(state, own).foot === undefined) ? 'dimmed' : 'plain';

export function frameTop(
  width: number,
  box: BoxGlyphs,
  title: readonly Segment[],
  right: string,
  tone: Tone,
  mark: string,
): readonly Segment[] {
  const room = width - 5;
  const end = right === '' || widthOf(right) + 8 > room ? '' : ` ${right} `;
  const shown: Segment[] = [];
  let left = room - widthOf(end);
  for (const segment of title) {
    const text = cut(segment.text, left, mark);
    if (text !== '') shown.push({ ...segment, text });
    left -= widthOf(text);
  }
  return [
    { text: box.topLeft, tone },
    { text: ' ', tone },
    ...shown,
    { text: ` ${box.across.repeat(Math.max(0, left))}`, tone },
    { text: end, tone: 'dim' },
    { text: box.across + box.topRight, tone },
  ];
}

export function frameLine(width: number, { box, cut: mark }: Glyphs, segments: readonly Segment[]): readonly Segment[] {
  return [
    { text: `${box.down} `, tone: 'dim' },
    ...fitAll(segments, width - FRAME_SIDES, mark),
    { text: ` ${box.down}`, tone: 'dim' },
  ];
}

/** `left`: the first text with room is shown. */
export function frameBottom(
  width: number,
  box: BoxGlyphs,
  right: string,
  tone: Tone,
  left: readonly string[] = [],
): readonly Segment[] {
  const end = right === '' || widthOf(right) + 6 > width ? '' : ` ${right} `;
  const room = width - 4 - widthOf(end);
  const fitting = left.find((text) => text !== '' && widthOf(text) + 2 <= room);
  const begin = fitting === undefined ? '' : ` ${fitting} `;
  return [
    { text: box.bottomLeft + box.across, tone },
    { text: begin, tone: 'dim' },
    { text: box.across.repeat(Math.max(0, room - widthOf(begin))), tone },
    { text: end, tone: 'dim' },
    { text: box.across + box.bottomRight, tone },
  ];
}
