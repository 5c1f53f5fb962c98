import { memoizeLast } from '../../lib/memoize.ts';
import { panesOfSide } from '../../resources/panes.ts';
import type { PaneName } from '../../resources/rows.ts';
import { type ConsoleState, drawnLists, type Features, type Part, type Size } from '../state.ts';
import { linesReserved, shareLines } from './reserved-lines.ts';

export const LEAST: Size = { columns: 40, rows: 10 };
export const isTooSmall = ({ columns, rows }: Size): boolean => columns < LEAST.columns || rows < LEAST.rows;
export const BOTH: Size = { columns: 100, rows: 20 };
export const WIDE: Size = { columns: 140, rows: 30 };
export const ROOMY: Size = { columns: 160, rows: 45 };
/** A screen with a strip above the main panes; `lines` with its frame. */
export const STRIP = { rows: 60, lines: 13 };
export const PREVIEW_ROWS = 20;

export type Placement<Name extends Part | 'strip' = PaneName> = {
  readonly name: Name;
  readonly width: number;
  readonly height: number;
};

/** Header and hint line take one row each, the tabs one more. The preview is the last of its stack. */
export type Layout =
  | { readonly kind: 'too-small' }
  | {
      /** Under a line of tabs: the focused pane, or the main panes. */
      readonly kind: 'column';
      readonly strip: Placement<'strip'> | null;
      readonly panes: readonly Placement[];
      readonly preview: Placement<'preview'> | null;
    }
  | {
      readonly kind: 'wide';
      readonly strip: Placement<'strip'> | null;
      readonly left: readonly Placement[];
      readonly right: readonly Placement[];
      readonly preview: Placement<'preview'> | null;
    };

export const HEADER = 1;
const HINTS = 1;
export const TABS = 1;
/** Rows of borders and column headers, and of a frame alone. */
const FRAME = 3;
const FRAME_LINES = 2;
const MAIN_ROWS = 4;
const SIDE_ROWS = 2;
const PREVIEW_LINES = 7;
/** Unless the operator has chosen them. */
const RIGHT_SHARE = 0.34;
const USUAL_RIGHT = 40;
const LEFT_COLUMNS = 60;
const RIGHT_COLUMNS = 30;

type ShownParts =
  | { readonly kind: 'too-small' }
  | { readonly kind: 'column'; readonly panes: readonly PaneName[]; readonly preview: boolean }
  | {
      readonly kind: 'wide';
      readonly left: readonly PaneName[];
      readonly right: readonly PaneName[];
      readonly preview: boolean;
    };

const fits = (size: Size, least: Size): boolean => size.columns >= least.columns && size.rows >= least.rows;

export const previewFits = (size: Size): boolean => fits(size, LEAST) && size.rows >= PREVIEW_ROWS;

function shownParts(state: ConsoleState): ShownParts {
  const { size, focus, tab, zoomed, preview } = state;
  if (!fits(size, LEAST)) return { kind: 'too-small' };
  const left = panesOfSide(state.features, 'main');
  const isAlone = zoomed || hasScreen(state);
  if (!fits(size, WIDE) || isAlone) {
    const shown = preview && previewFits(size);
    const both = fits(size, BOTH) && !isAlone && !shown && left.includes(focus);
    return { kind: 'column', panes: both ? left : [focus], preview: shown };
  }
  if (preview) return { kind: 'wide', left, right: left.includes(focus) ? [] : [focus], preview };
  const right = [
    ...(sharesPlace(state) ? [tab] : panesOfSide(state.features, 'resources')),
    ...panesOfSide(state.features, 'own').filter((name) => !givesWay(state, name)),
  ];
  return { kind: 'wide', left, right, preview };
}

/** Whether the focused pane has the whole screen on any size. */
export const hasScreen = ({ features, focus, page }: Pick<ConsoleState, 'features' | 'focus' | 'page'>): boolean =>
  features.panes[focus].side === 'whole' || page === focus;

const sharesPlace = ({ size }: Pick<ConsoleState, 'size'>): boolean => !fits(size, ROOMY);

/** The panes at a pane's place, itself included. */
export function tabsBeside(state: ConsoleState, name: PaneName): readonly PaneName[] {
  const isTab = state.features.panes[name].side === 'resources' && sharesPlace(state);
  return isTab && layoutOf(state).kind === 'wide' ? panesOfSide(state.features, 'resources') : [name];
}

/** A pane hides without rows unless the operator is on it. */
const givesWay = (state: ConsoleState, name: PaneName): boolean =>
  state.features.panes[name].hiddenWhenEmpty === true &&
  state.focus !== name &&
  drawnLists(state)[name].rows.size === 0;

export function panesShown(state: ConsoleState): readonly PaneName[] {
  const shown = shownParts(state);
  switch (shown.kind) {
    case 'too-small':
      return [];
    case 'column':
      return shown.panes;
    case 'wide':
      return [...shown.left, ...shown.right];
  }
}

/** The layout of the screen; the same object while nothing moves. */
export function layoutOf(state: ConsoleState): Layout {
  return ofState(state);
}

const ofState = memoizeLast((state: ConsoleState): Layout => {
  const { columns, rows } = state.size;
  const shown = shownParts(state);
  switch (shown.kind) {
    case 'too-small':
      return unmoved(shown);
    case 'column': {
      const height = rows - HEADER - TABS - HINTS;
      const lines = linesAbove(state, height);
      const stack = stacked(state, shown.panes, shown.preview, columns, height - lines);
      const strip = lines === 0 ? null : ({ name: 'strip', width: columns, height: lines } as const);
      return unmoved({ kind: 'column', strip, ...stack });
    }
    case 'wide': {
      const right = rightColumns(state);
      const height = rows - HEADER - HINTS;
      const stack = stacked(state, shown.right, shown.preview, right, height);
      const lines = hasStrip(state) ? STRIP.lines : 0;
      return unmoved({
        kind: 'wide',
        strip: lines === 0 ? null : { name: 'strip', width: columns - right, height: lines },
        left: stacked(state, shown.left, false, columns - right, height - lines).panes,
        right: stack.panes,
        preview: stack.preview,
      });
    }
  }
});

const hasStrip = (state: ConsoleState): boolean =>
  state.size.rows >= STRIP.rows && state.features.parts.some(({ strip }) => strip?.(state) === true);

/** Up to half of the screen. */
function linesAbove(state: ConsoleState, height: number): number {
  if (state.page !== state.focus) return 0;
  const wanted = state.features.parts.reduce((sum, { above }) => sum + (above?.(state) ?? 0), 0);
  return wanted === 0 ? 0 : Math.min(wanted + FRAME_LINES, Math.floor(height / 2));
}

let last: Layout = { kind: 'too-small' };

/** Equal layouts are one object, so nothing is drawn again. */
function unmoved(layout: Layout): Layout {
  if (JSON.stringify(layout) !== JSON.stringify(last)) last = layout;
  return last;
}

function rightColumns({ size: { columns }, sizes }: ConsoleState): number {
  if (sizes.right === null) return Math.max(USUAL_RIGHT, Math.floor(columns * RIGHT_SHARE));
  return rightWithin(Math.round(sizes.right * columns), columns);
}

export function rightWithin(right: number, columns: number): number {
  return Math.max(RIGHT_COLUMNS, Math.min(right, columns - LEFT_COLUMNS));
}

export function leastLines({ panes }: Features, part: Part): number {
  if (part === 'preview') return PREVIEW_LINES;
  return FRAME + (panes[part].side === 'main' ? MAIN_ROWS : SIDE_ROWS);
}

function stacked(
  state: ConsoleState,
  names: readonly PaneName[],
  preview: boolean,
  width: number,
  height: number,
): { readonly panes: readonly Placement[]; readonly preview: Placement<'preview'> | null } {
  const { heights } = state.sizes;
  // A pane over the preview has the lines left by it.
  const chosen = (part: Part): number | null =>
    (part === 'preview') === preview ? linesOfShare(heights[part], height) : null;
  const shared = shareLines(
    [
      ...names.map((name) => ({
        need: linesReserved(state, name) + FRAME,
        least: leastLines(state.features, name),
        chosen: chosen(name),
      })),
      ...(preview ? [{ need: Number.POSITIVE_INFINITY, least: PREVIEW_LINES, chosen: chosen('preview') }] : []),
    ],
    height,
  );
  return {
    panes: names.map((name, at) => ({ name, width, height: shared[at] ?? 0 })),
    preview: preview ? { name: 'preview', width, height: shared[names.length] ?? 0 } : null,
  };
}

const linesOfShare = (share: number | undefined, height: number): number | null =>
  share === undefined ? null : Math.round(share * height);

export function panesOn(layout: Layout): readonly Placement[] {
  switch (layout.kind) {
    case 'too-small':
      return [];
    case 'column':
      return layout.panes;
    case 'wide':
      return [...layout.left, ...layout.right];
  }
}

/** At least one, to have room for the cursor. */
export function rowsIn(pane: Placement | undefined): number {
  return Math.max(1, (pane?.height ?? FRAME + 1) - FRAME);
}
