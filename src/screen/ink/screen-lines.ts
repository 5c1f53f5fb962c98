import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { layoutOf, type Placement } from '../../store/panes/layout.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Theme } from '../dialogs/theme.ts';
import { footLines, headerLine, tabsLine } from './header-and-hints.ts';
import { paneLines } from './pane-lines.ts';
import { previewPaneLines } from './preview-lines.ts';

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
      const left = stackLines(state, layout.left, null, theme);
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

/** Whether the screen consists of the lines of header, panes and foot alone, without a dialog. */
export const hasOnlyLines = (state: ConsoleState): boolean =>
  topDialog(state) === undefined && layoutOf(state).kind !== 'too-small';

/** All lines of a screen that has only lines: the foot covers the last ones of the panes. */
export function screenLines(state: ConsoleState, theme: Theme): readonly string[] {
  const foot = footLines(state, theme);
  return [...bodyLines(state, theme).slice(0, state.size.rows - foot.length), ...foot];
}
