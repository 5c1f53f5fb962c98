import { spanBeside } from '../state/history.ts';
import { overlayChanged } from '../state/overlays.ts';
import { type Binding, transition } from './binding.ts';
import { closes } from './overlays.ts';
import { movingBindings } from './scrolling.ts';

const scrolls = (by: number) =>
  transition((state) =>
    overlayChanged(state, 'history', (overlay) => ({ ...overlay, top: Math.max(0, overlay.top + by) })),
  );
const spans = (by: 1 | -1) =>
  transition((state) =>
    overlayChanged(state, 'history', (overlay) => ({ ...overlay, spanMs: spanBeside(overlay.spanMs, by), top: 0 })),
  );

/** Keys of the history of a bid. */
export const historyBindings: readonly Binding[] = [
  {
    id: 'history-longer',
    keys: ['-', 'Left'],
    label: 'Zoom out: up to 90 days',
    hint: 'longer',
    scope: 'history',
    run: spans(1),
  },
  {
    id: 'history-shorter',
    keys: ['+', '=', 'Right'],
    label: 'Zoom in: down to two minutes',
    hint: 'closer',
    scope: 'history',
    run: spans(-1),
  },
  ...movingBindings('history', scrolls, { verb: 'Move', letters: true, hint: null }),
  closes('history', ['Esc', 'q', 'h', 'Enter'], 'Back to the list'),
];
