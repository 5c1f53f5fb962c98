import type { Placement } from '../../store/panes/layout.ts';
import type { ConsoleState } from '../../store/state.ts';
import { FRAME_SIDES, type Segment } from '../dialogs/line.ts';
import { screenOf } from '../dialogs/screen.ts';
import { paint, type Theme } from '../dialogs/theme.ts';
import { backgroundOf, frameBottom, frameLine, frameTop } from './borders.ts';

/** The finished lines of the strip above the main panes, including its frame. */
export function stripLines(
  state: ConsoleState,
  { width, height }: Placement<'strip'>,
  theme: Theme,
): readonly string[] {
  const strip = screenOf(state).parts.flatMap((part) => part.strip ?? [])[0];
  const { box, cut } = state.glyphs;
  const background = backgroundOf(state);
  const room = { width: width - FRAME_SIDES, height: height - 2 };
  const lines = strip?.lines(state, room).slice(0, room.height) ?? [];
  const framed = (segments: readonly Segment[]): string =>
    paint(frameLine(width, state.glyphs, segments), theme, background);
  return [
    paint(frameTop(width, box, strip?.title(state) ?? [], '', 'dim', cut), theme, background),
    ...lines.map((line) => framed(line.kind === 'text' ? line.segments : line.label)),
    ...Array.from({ length: room.height - lines.length }, () => framed([])),
    paint(frameBottom(width, box, '', 'dim'), theme, background),
  ];
}
