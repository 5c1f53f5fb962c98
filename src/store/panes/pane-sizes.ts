import type { PaneName } from '../../resources/rows.ts';
import { type Border, type ConsoleState, type Part, USUAL_SIZES } from '../state.ts';
import { HEADER, type Layout, layoutOf, leastLines, type Placement, rightWithin, TABS } from './layout.ts';

type Frame = Placement<Part> & { readonly left: number; readonly top: number };

/** Panes above one another, from the top down. */
export type Stack = readonly Frame[];

/** The stacks of a layout, from left to right. */
export function stacksOn(layout: Layout): readonly Stack[] {
  switch (layout.kind) {
    case 'too-small':
      return [];
    case 'column':
      return [framed(withPreview(layout.panes, layout.preview), 0, HEADER + TABS + (layout.strip?.height ?? 0))];
    case 'wide':
      return [
        framed(layout.left, 0, HEADER + (layout.strip?.height ?? 0)),
        framed(withPreview(layout.right, layout.preview), layout.left[0]?.width ?? 0, HEADER),
      ];
  }
}

const withPreview = (panes: readonly Placement[], preview: Placement<'preview'> | null): readonly Placement<Part>[] => [
  ...panes,
  ...(preview === null ? [] : [preview]),
];

function framed(parts: readonly Placement<Part>[], left: number, from: number): Stack {
  let top = from;
  return parts.map((part) => {
    const frame = { ...part, left, top };
    top += part.height;
    return frame;
  });
}

export function frameAt(layout: Layout, column: number, row: number): Frame | undefined {
  return stacksOn(layout)
    .flat()
    .find(
      ({ left, top, width, height }) => column >= left && column < left + width && row >= top && row < top + height,
    );
}

export function borderAt(state: ConsoleState, column: number, row: number): Border | null {
  const stacks = stacksOn(layoutOf(state));
  const [first, second] = stacks;
  const height = first?.reduce((sum, frame) => sum + frame.height, 0) ?? 0;
  const top = first?.[0]?.top ?? 0;
  if (row < top || row >= top + height) return null;
  const middle = second?.[0]?.left;
  if (middle !== undefined && (column === middle - 1 || column === middle))
    return { kind: 'columns', grabbed: column === middle ? 1 : 0 };
  const stack = stacks.find(
    ([frame]) => frame !== undefined && column >= frame.left && column < frame.left + frame.width,
  );
  for (const [at, above] of (stack ?? []).entries()) {
    const below = stack?.[at + 1];
    const line = above.top + above.height - 1;
    if (below !== undefined && (row === line || row === line + 1))
      return { kind: 'lines', above: above.name, below: below.name, grabbed: row === line ? 0 : 1 };
  }
  return null;
}

/** Every part keeps its fewest lines or columns. */
export function borderMoved(state: ConsoleState, border: Border, column: number, row: number): ConsoleState {
  if (border.kind === 'columns') return withRight(state, state.size.columns - (column + 1 - border.grabbed));
  const found = betweenParts(state, border.above, border.below);
  if (found === null) return state;
  const { stack, above, below } = found;
  const edge = row + 1 - border.grabbed;
  return border.below === 'preview'
    ? withHeight(state, stack, below, below.top + below.height - edge)
    : withHeight(state, stack, above, edge - above.top);
}

/** The sizes then follow from the rows. */
export function borderReset(state: ConsoleState, border: Border): ConsoleState {
  if (border.kind === 'columns') return { ...state, sizes: { ...state.sizes, right: null } };
  const { [border.below === 'preview' ? border.below : border.above]: _, ...heights } = state.sizes.heights;
  return { ...state, sizes: { ...state.sizes, heights } };
}

export function sizesReset(state: ConsoleState): ConsoleState {
  return { ...state, sizes: USUAL_SIZES };
}

export function noNeighbour(state: ConsoleState): string | null {
  return neighbours(state, state.focus) === null ? 'There is no pane above or below this one.' : null;
}

/** The pane below gives the lines, or the one above the last. */
export function heightChanged(state: ConsoleState, by: number): ConsoleState {
  const found = neighbours(state, state.focus);
  if (found === null) return state;
  const { stack, above, below } = found;
  const more = above.name === state.focus ? by : -by;
  return below.name === 'preview'
    ? withHeight(state, stack, below, below.height - more)
    : withHeight(state, stack, above, above.height + more);
}

export function noOtherSide(state: ConsoleState): string | null {
  return layoutOf(state).kind === 'wide' ? null : 'There is no pane beside this one.';
}

export function widthChanged(state: ConsoleState, by: number): ConsoleState {
  const layout = layoutOf(state);
  const [left, right] = stacksOn(layout);
  const width = right?.[0]?.width;
  if (layout.kind !== 'wide' || width === undefined) return state;
  return withRight(state, width + (left?.some(({ name }) => name === state.focus) === true ? -by : by));
}

function withRight(state: ConsoleState, right: number): ConsoleState {
  const { columns } = state.size;
  return { ...state, sizes: { ...state.sizes, right: rightWithin(right, columns) / columns } };
}

type Neighbours = { readonly stack: Stack; readonly above: Frame; readonly below: Frame };

function betweenParts(state: ConsoleState, above: Part, below: Part): Neighbours | null {
  for (const stack of stacksOn(layoutOf(state))) {
    const at = stack.findIndex(({ name }) => name === above);
    const [first, second] = [stack[at], stack[at + 1]];
    if (first !== undefined && second?.name === below) return { stack, above: first, below: second };
  }
  return null;
}

/** The border below a pane, or above the last one. */
function neighbours(state: ConsoleState, pane: PaneName): Neighbours | null {
  for (const stack of stacksOn(layoutOf(state))) {
    const at = Math.min(
      stack.findIndex(({ name }) => name === pane),
      stack.length - 2,
    );
    const [above, below] = [stack[at], stack[at + 1]];
    if (above !== undefined && below !== undefined) return { stack, above, below };
  }
  return null;
}

/** The others keep their chosen and fewest lines. */
function withHeight(state: ConsoleState, stack: Stack, { name }: Frame, lines: number): ConsoleState {
  const { heights } = state.sizes;
  const total = stack.reduce((sum, frame) => sum + frame.height, 0);
  const others = stack
    .filter((frame) => frame.name !== name)
    .reduce(
      (sum, frame) => sum + (heights[frame.name] === undefined ? leastLines(state.features, frame.name) : frame.height),
      0,
    );
  const height = Math.max(leastLines(state.features, name), Math.min(lines, total - others));
  return { ...state, sizes: { ...state.sizes, heights: { ...heights, [name]: height / total } } };
}
