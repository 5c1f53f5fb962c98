import { ageInSteps } from '../../lib/duration.ts';
import { ageOfRow } from '../../store/age.ts';
import type { Placement } from '../../store/panes/layout.ts';
import { previewedRow, previewTop } from '../../store/panes/preview.ts';
import { nameOf } from '../../store/panes/row-detail.ts';
import type { ConsoleState } from '../../store/state.ts';
import { FRAME_SIDES, type Segment, textLine } from '../dialogs/line.ts';
import { previewLines } from '../dialogs/preview.ts';
import { paint, type Theme } from '../dialogs/theme.ts';
import { backgroundOf, frameBottom, frameLine, frameTop } from './borders.ts';

/** The finished lines of the preview, including its frame. */
export function previewPaneLines(
  state: ConsoleState,
  { width, height }: Placement<'preview'>,
  theme: Theme,
): readonly string[] {
  const { box, cut } = state.glyphs;
  const background = backgroundOf(state);
  const inner = width - FRAME_SIDES;
  const lines = previewLines(state, inner);
  const top = previewTop(state, lines.length);
  const page = height - 2;
  const below = lines.length - top - page;
  // The last line says how many follow: a list that just ends there reads as a whole one.
  const seen =
    below > 0
      ? [...lines.slice(top, top + page - 1), textLine(`${cut} and ${below + 1} more lines`, 'dim')]
      : lines.slice(top);
  const framed = (segments: readonly Segment[]): string =>
    paint(frameLine(width, state.glyphs, segments), theme, background);
  const position =
    lines.length > seen.length ? `${top + 1}-${top + seen.length - (below > 0 ? 1 : 0)} of ${lines.length}` : '';
  return [
    paint(frameTop(width, box, titleOf(state), ageOfPreviewed(state), 'dim', cut), theme, background),
    ...seen.map((line) => framed(line.kind === 'text' ? line.segments : line.label)),
    ...Array.from({ length: Math.max(0, height - 2 - seen.length) }, () => framed([])),
    paint(frameBottom(width, box, position, 'dim'), theme, background),
  ];
}

function ageOfPreviewed(state: ConsoleState): string {
  const row = previewedRow(state);
  const age = row === null ? null : ageOfRow(state, row.pane, row.fid);
  return age === null ? '' : ageInSteps(age);
}

function titleOf(state: ConsoleState): readonly Segment[] {
  const row = previewedRow(state);
  if (row === null) return [{ text: 'Preview' }];
  return [
    { text: `Preview ${state.glyphs.into} ` },
    { text: `${state.features.panes[row.pane].one} ${nameOf(state, row.pane, row.fid)}`, tone: 'strong' },
  ];
}
