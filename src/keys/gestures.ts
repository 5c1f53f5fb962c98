/** What a mouse does, for help and docs; terminals that have none lose nothing. */
export const gestures: readonly { readonly gesture: string; readonly does: string }[] = [
  { gesture: 'Click a row', does: 'Go to the pane and the row' },
  { gesture: 'Click a header', does: 'Sort by the column, or the other way round' },
  { gesture: 'Click a tab', does: 'Go to the pane' },
  { gesture: 'Wheel', does: 'Move in the list below the pointer, or in what lies over the panes' },
  { gesture: 'Shift', does: 'Most terminals select text with it; the setting mouse turns all this off' },
];
