import type { Part } from '../state.ts';
import { HEADER, type Layout, type Placement, TABS } from './layout.ts';

/** Position of the upper left corner. */
export type Frame = Placement<Part> & { readonly left: number; readonly top: number };

/** From the top down. */
export type Stack = readonly Frame[];

/** From left to right. */
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
