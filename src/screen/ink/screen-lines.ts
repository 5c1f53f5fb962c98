import { wrapped } from '../../lib/width.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { isTooSmall, LEAST, layoutOf, type Placement } from '../../store/panes/layout.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Theme } from '../dialogs/theme.ts';
import { footLines, headerLine, tabsLine } from './header-and-hints.ts';
import { paneLines } from './pane-lines.ts';
import { previewPaneLines } from './preview-lines.ts';
import { stripLines } from './strip-lines.ts';

/** The finished lines of the screen above its foot: header, tabs and panes. None on a screen that is too small. */
export function bodyLines(state: ConsoleState, theme: Theme): readonly string[] {
  const layout = layoutOf(state);
  switch (layout.kind) {
    case 'too-small':
      return [];
    case 'single':
      return [
        headerLine(state, theme),
        tabsLine(state, theme),
        ...stackLines(state, [layout.pane], layout.preview, theme),
      ];
    case 'wide': {
      const strip = layout.strip === null ? [] : stripLines(state, layout.strip, theme);
      const left = [...strip, ...stackLines(state, layout.left, null, theme)];
      const right = stackLines(state, layout.right, layout.preview, theme);
      return [headerLine(state, theme), ...left.map((line, n) => line + (right[n] ?? ''))];
    }
  }
}

/** The lines of panes one over the other, and of the preview under them. */
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

/** Says on a screen that is too small how much room is needed. */
export function tooSmallLines({ size, glyphs: { times } }: Pick<ConsoleState, 'size' | 'glyphs'>): readonly string[] {
  const text = `spotdeck needs ${LEAST.columns} ${times} ${LEAST.rows}; this terminal has ${size.columns} ${times} ${size.rows}. Make it larger, or quit with Ctrl-c.`;
  return wrapped(text, size.columns).slice(0, size.rows);
}

/** Whether the screen consists of finished lines alone, without a dialog. */
export const hasOnlyLines = (state: ConsoleState): boolean => isTooSmall(state.size) || topDialog(state) === undefined;

/** All lines of a screen that has only lines: the foot covers the last ones of the panes. */
export function screenLines(state: ConsoleState, theme: Theme): readonly string[] {
  if (isTooSmall(state.size)) return tooSmallLines(state);
  const foot = footLines(state, theme);
  return [...bodyLines(state, theme).slice(0, state.size.rows - foot.length), ...foot];
}
