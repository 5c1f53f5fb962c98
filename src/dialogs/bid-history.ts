import { type Binding, transition } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { shortDuration } from '../lib/duration.ts';
import { spanBeside } from '../state/dialogs/bid-history.ts';
import { dialogChanged } from '../state/dialogs/dialog-stack.ts';
import { nameOf } from '../state/panes/row-detail.ts';
import { historyLines } from './bid-history-lines.ts';
import { closes, type Dialog } from './dialog.ts';
import { WIDEST } from './view.ts';

const scrolls = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'history', (dialog) => ({ ...dialog, top: Math.max(0, dialog.top + by) })),
  );
const spans = (by: 1 | -1) =>
  transition((state) =>
    dialogChanged(state, 'history', (dialog) => ({ ...dialog, spanMs: spanBeside(dialog.spanMs, by), top: 0 })),
  );

const bindings: readonly Binding[] = [
  {
    id: 'history-longer',
    keys: ['-', 'Left'],
    label: 'Zoom out: up to 90 days',
    hint: 'longer',
    run: spans(1),
  },
  {
    id: 'history-shorter',
    keys: ['+', '=', 'Right'],
    label: 'Zoom in: down to two minutes',
    hint: 'closer',
    run: spans(-1),
  },
  ...scrollBindings('history', scrolls, { verb: 'Move', letters: true, hint: null }),
  closes('history', ['Esc', 'q', 'h', 'Enter'], 'Back to the list'),
];

export const bidHistory: Dialog<'history'> = {
  kind: 'history',
  title: (state, { fid, spanMs }) => `History of ${nameOf(state, 'bids', fid)} in the last ${shortDuration(spanMs)}`,
  lines: historyLines,
  box: ({ top }) => ({ width: WIDEST, top }),
  helpTitle: 'History of a bid',
  bindings,
};
