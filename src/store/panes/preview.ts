import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../activity.ts';
import { cursorRow } from '../lists/visible-rows.ts';
import type { ConsoleState } from '../state.ts';
import { layoutOf, PREVIEW_ROWS, previewFits } from './layout.ts';

export function previewedRow(state: ConsoleState): { readonly pane: PaneName; readonly fid: string } | null {
  const at = cursorRow(state, state.focus);
  return at === undefined ? null : { pane: state.focus, fid: at.row.fid };
}

/** Without room a notice says why. */
export function previewToggled(state: ConsoleState): ConsoleState {
  if (!previewFits(state.size))
    return showNotice(
      state,
      `The preview needs a terminal of ${PREVIEW_ROWS} rows; this one has ${state.size.rows}.`,
      'warn',
    );
  return { ...state, preview: !state.preview, previewScroll: null };
}

export function noPreview(state: ConsoleState): string | null {
  const layout = layoutOf(state);
  return layout.kind === 'too-small' || layout.preview === null ? 'There is no preview on screen.' : null;
}

export function previewPage(state: ConsoleState): number {
  const layout = layoutOf(state);
  return Math.max(1, (layout.kind === 'too-small' ? 0 : (layout.preview?.height ?? 0)) - 2);
}

/** The first shown of so many lines; the top for each new row. */
export function previewTop(state: ConsoleState, lines: number): number {
  const { previewScroll } = state;
  if (previewScroll === null || previewScroll.fid !== previewedRow(state)?.fid) return 0;
  return Math.max(0, Math.min(previewScroll.top, lines - previewPage(state)));
}

export function previewMoved(state: ConsoleState, by: number, lines: number): ConsoleState {
  const fid = previewedRow(state)?.fid;
  if (fid === undefined) return state;
  const top = Math.max(0, Math.min(previewTop(state, lines) + by, lines - previewPage(state)));
  return { ...state, previewScroll: { fid, top } };
}
