import { memoizeLast } from '../../lib/memoize.ts';
import { panesOfSide, resources } from '../../resources/index.ts';
import type { PaneName } from '../../resources/rows.ts';
import { type ConsoleState, drawnLists, type Size } from '../state.ts';
import { linesReserved } from './reserved-lines.ts';
import { shareLines } from './share-lines.ts';

/** Smallest screen on which everything works. */
export const LEAST: Size = { columns: 40, rows: 10 };
/** Smallest screen that shows several panes. */
export const WIDE: Size = { columns: 120, rows: 30 };
/** Smallest screen that shows the panes of this console under those of the service. */
export const ROOMY: Size = { columns: 160, rows: 45 };

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

/** Fewest rows of a pane on each side of the wide screen. */
const FEWEST_ROWS = { left: 4, right: 2 } as const;

/** The panes on screen by name, one over the other. */
type Shown =
  | { readonly kind: 'too-small' }
  | { readonly kind: 'single'; readonly pane: PaneName }
  | { readonly kind: 'wide'; readonly left: readonly PaneName[]; readonly right: readonly PaneName[] };

const fits = (size: Size, least: Size): boolean => size.columns >= least.columns && size.rows >= least.rows;

function shownPanes(state: ConsoleState): Shown {
  const { size, focus, side, zoomed } = state;
  if (!fits(size, LEAST)) return { kind: 'too-small' };
  if (!fits(size, WIDE) || zoomed) return { kind: 'single', pane: focus };
  const right = fits(size, ROOMY)
    ? [...panesOfSide('resources'), ...panesOfSide('own').filter((name) => !isIdle(state, name))]
    : panesOfSide(side);
  return { kind: 'wide', left: panesOfSide('main'), right };
}

/** Whether a pane leaves its lines to others: it hides without rows, and the operator has not gone to it. */
const isIdle = (state: ConsoleState, name: PaneName): boolean =>
  resources[name].hiddenWhenEmpty === true && state.focus !== name && drawnLists(state)[name].rows.size === 0;

/** Returns the names of the panes on screen. */
export function panesShown(state: ConsoleState): readonly PaneName[] {
  const shown = shownPanes(state);
  switch (shown.kind) {
    case 'too-small':
      return [];
    case 'single':
      return [shown.pane];
    case 'wide':
      return [...shown.left, ...shown.right];
  }
}

/** Returns the panes on screen with their sizes; the same object while nothing has moved. */
export function layoutOf(state: ConsoleState): Layout {
  return ofState(state);
}

const ofState = memoizeLast((state: ConsoleState): Layout => {
  const { columns, rows } = state.size;
  const shown = shownPanes(state);
  switch (shown.kind) {
    case 'too-small':
      return unmoved(shown);
    case 'single':
      return unmoved({
        kind: 'single',
        pane: { name: shown.pane, width: columns, height: rows - HEADER - TABS - HINTS },
      });
    case 'wide': {
      const right = Math.max(44, Math.floor(columns * 0.34));
      return unmoved({
        kind: 'wide',
        left: stacked(state, shown.left, columns - right, FEWEST_ROWS.left),
        right: stacked(state, shown.right, right, FEWEST_ROWS.right),
      });
    }
  }
});

let last: Layout = { kind: 'too-small' };

/** Returns the last layout when this one is equal, so that nothing that is drawn from it is drawn again. */
function unmoved(layout: Layout): Layout {
  if (JSON.stringify(layout) !== JSON.stringify(last)) last = layout;
  return last;
}

/** Places panes one over the other, each with the height that its rows need as far as there is room. */
function stacked(state: ConsoleState, names: readonly PaneName[], width: number, fewest: number): readonly Placed[] {
  const heights = shareLines(
    names.map((name) => ({ need: linesReserved(state, name) + FRAME, least: fewest + FRAME, chosen: null })),
    state.size.rows - HEADER - HINTS,
  );
  return names.map((name, at) => ({ name, width, height: heights[at] ?? 0 }));
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
