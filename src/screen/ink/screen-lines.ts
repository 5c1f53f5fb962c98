import { ageInSteps } from '../../lib/duration.ts';
import { keepLast, memoizeTexts } from '../../lib/memoize.ts';
import { wrapped } from '../../lib/width.ts';
import { ageOfRow } from '../../store/age.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { headerParts } from '../../store/header-line.ts';
import { isTooSmall, LEAST, layoutOf, type Placement } from '../../store/panes/layout.ts';
import { besideCursors } from '../../store/panes/on-screen.ts';
import { nameOf, previewedRow, previewTop } from '../../store/panes/row-detail.ts';
import { tabsOf } from '../../store/panes/tabs.ts';
import type { ConsoleState } from '../../store/state.ts';
import { FRAME_SIDES, fitAll, type Segment, textLine, widthOfAll } from '../dialogs/line.ts';
import { previewLines } from '../dialogs/preview.ts';
import { screenOf } from '../dialogs/screen.ts';
import { paint, type Theme } from '../dialogs/theme.ts';
import { footOf } from '../keymap/foot.ts';
import { backgroundOf, frameBottom, frameLine, frameTop } from './borders.ts';
import { paneLines } from './pane-lines.ts';

/** The screen above its foot: header, tabs and panes. None on too small a screen. */
export function bodyLines(state: ConsoleState, theme: Theme): readonly string[] {
  const layout = layoutOf(state);
  switch (layout.kind) {
    case 'too-small':
      return [];
    case 'column':
      return [
        headerLine(state, theme),
        tabsLine(state, theme),
        ...(layout.strip === null ? [] : stripLines(state, layout.strip, 'above', theme)),
        ...stackLines(state, layout.panes, layout.preview, theme),
      ];
    case 'wide': {
      const strip = layout.strip === null ? [] : stripLines(state, layout.strip, 'strip', theme);
      const left = [...strip, ...stackLines(state, layout.left, null, theme)];
      const right = stackLines(state, layout.right, layout.preview, theme);
      return [headerLine(state, theme), ...left.map((line, n) => line + (right[n] ?? ''))];
    }
  }
}

function stackLines(
  state: ConsoleState,
  panes: readonly Placement[],
  preview: Placement<'preview'> | null,
  theme: Theme,
): readonly string[] {
  return [
    ...panes.flatMap((pane) => paneLines(state, pane, theme)),
    ...(preview === null ? [] : previewPaneLines(state, preview, theme)),
  ];
}

export function tooSmallLines({ size, glyphs: { times } }: Pick<ConsoleState, 'size' | 'glyphs'>): readonly string[] {
  const text = `spotdeck needs ${LEAST.columns} ${times} ${LEAST.rows}; this terminal has ${size.columns} ${times} ${size.rows}. Make it larger, or quit with Ctrl-c.`;
  return wrapped(text, size.columns).slice(0, size.rows);
}

export const hasOnlyLines = (state: ConsoleState): boolean => isTooSmall(state.size) || topDialog(state) === undefined;

/** The foot covers the last lines of the panes. */
export function screenLines(state: ConsoleState, theme: Theme): readonly string[] {
  if (isTooSmall(state.size)) return tooSmallLines(state);
  const foot = footLines(state, theme);
  return [...bodyLines(state, theme).slice(0, state.size.rows - foot.length), ...foot];
}

/** Above the main panes or a page. */
function stripLines(
  state: ConsoleState,
  { width, height }: Placement<'strip'>,
  where: 'strip' | 'above',
  theme: Theme,
): readonly string[] {
  const strip = screenOf(state).parts.flatMap((part) => part[where] ?? [])[0];
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
  // The last line says how many follow.
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

const lastHeader = memoizeTexts(() => keepLast<string>(), 1);

/** Shorter on a narrow screen. */
export function headerLine(state: ConsoleState, theme: Theme): string {
  return lastHeader('')([besideCursors(state), theme], () => headerNow(state, theme));
}

function headerNow(state: ConsoleState, theme: Theme): string {
  const { glyphs, size } = state;
  const { parts, sparklines } = headerParts(state, size.columns);
  const line: Segment[] = [];
  for (const { left, texts } of parts) line.push({ text: ' '.repeat(left - widthOfAll(line)) }, ...texts);
  const room = size.columns - widthOfAll(line) - 1;
  if (sparklines.length > 0) line.push({ text: ' '.repeat(room - widthOfAll(sparklines)) }, ...sparklines);
  return paint(fitAll(line, size.columns, glyphs.cut), theme);
}

/** The line of tabs above a screen with one pane. */
export function tabsLine(state: ConsoleState, theme: Theme): string {
  const tabs = tabsOf(state).map(({ text, isShown }): Segment => ({ text, tone: isShown ? 'accent' : 'dim' }));
  return paint(fitAll(tabs, state.size.columns, state.glyphs.cut), theme);
}

export function hintLine(state: ConsoleState, theme: Theme): string {
  return footLines(state, theme).at(-1) ?? '';
}

/** All but the last line cover the panes. */
export function footLines(state: ConsoleState, theme: Theme): readonly string[] {
  return footOf(state).map((line) => paint(fitAll(line, state.size.columns, state.glyphs.cut), theme));
}
