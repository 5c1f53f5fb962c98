/** Mouse gestures, for help and docs; the keys can do the same. */
export const gestures: readonly { readonly gesture: string; readonly does: string }[] = [
  { gesture: 'Click a row', does: 'Go to the pane and the row' },
  { gesture: 'Double-click a group', does: 'Open or close the group of events' },
  { gesture: 'Click a header', does: 'Sort by the column; again reverses it' },
  { gesture: 'Click a hint', does: 'Press its key; the keys of a question too' },
  {
    gesture: 'Click ▲ preempting',
    does: 'Go to the next bid or instance that is being preempted; the cost opens the exposure',
  },
  { gesture: 'Click a tab', does: 'Go to the pane' },
  { gesture: 'Click in a form', does: 'Take a suggestion, or go to the field' },
  { gesture: 'Wheel', does: 'Scroll the list, preview or dialog under the pointer' },
  { gesture: 'Drag a border', does: 'Change the sizes of the panes beside it; a double click resets them' },
  { gesture: 'Shift', does: 'In most terminals, hold Shift to select text; mouse = "off" turns mouse support off' },
];
