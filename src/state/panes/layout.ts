import { panesOfSide } from '../../resources/index.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { ConsoleState, Size } from '../state.ts';

/** Smallest screen on which everything works. */
export const LEAST: Size = { columns: 40, rows: 10 };
/** Smallest screen that shows several panes. */
export const WIDE: Size = { columns: 120, rows: 30 };

export type Placed = { readonly name: PaneName; readonly width: number; readonly height: number };

/** The panes on screen; header and hint line take one row each, the tabs one more. */
export type Layout =
  | { readonly kind: 'too-small' }
  | { readonly kind: 'single'; readonly pane: Placed }
  | { readonly kind: 'wide'; readonly left: readonly Placed[]; readonly right: readonly Placed[] };

const HEADER = 1;
const HINTS = 1;
const TABS = 1;
/** Rows of a pane's borders and column headers. */
const FRAME = 3;

export function layoutOf(state: Pick<ConsoleState, 'size' | 'focus' | 'side' | 'zoomed'>): Layout {
  const { columns, rows } = state.size;
  if (columns < LEAST.columns || rows < LEAST.rows) return { kind: 'too-small' };
  const wide = columns >= WIDE.columns && rows >= WIDE.rows;
  if (!wide || state.zoomed) {
    return { kind: 'single', pane: { name: state.focus, width: columns, height: rows - HEADER - TABS - HINTS } };
  }
  const height = rows - HEADER - HINTS;
  const right = Math.max(44, Math.floor(columns * 0.34));
  return {
    kind: 'wide',
    left: stacked(panesOfSide('main'), columns - right, height),
    right: stacked(panesOfSide(state.side), right, height),
  };
}

/** Returns the panes on screen. */
export function panesOn(layout: Layout): readonly Placed[] {
  switch (layout.kind) {
    case 'too-small':
      return [];
    case 'single':
      return [layout.pane];
    case 'wide':
      return [...layout.left, ...layout.right];
  }
}

/** A pane with the position of its upper left corner on the screen. */
export type Frame = Placed & { readonly left: number; readonly top: number };

/** Returns the panes on screen with their positions. */
export function framesOn(layout: Layout): readonly Frame[] {
  switch (layout.kind) {
    case 'too-small':
      return [];
    case 'single':
      return [{ ...layout.pane, left: 0, top: HEADER + TABS }];
    case 'wide':
      return [...framed(layout.left, 0), ...framed(layout.right, layout.left[0]?.width ?? 0)];
  }
}

function framed(panes: readonly Placed[], left: number): readonly Frame[] {
  let top = HEADER;
  return panes.map((pane) => {
    const frame = { ...pane, left, top };
    top += pane.height;
    return frame;
  });
}

/** Returns the number of list rows that fit into a pane; at least one, so that there is always room for the cursor. */
export function rowsIn(pane: Placed | undefined): number {
  return Math.max(1, (pane?.height ?? FRAME + 1) - FRAME);
}

function stacked(names: readonly PaneName[], width: number, height: number): readonly Placed[] {
  const each = Math.floor(height / names.length);
  const spare = height - each * names.length;
  return names.map((name, at) => ({ name, width, height: each + (at < spare ? 1 : 0) }));
}
