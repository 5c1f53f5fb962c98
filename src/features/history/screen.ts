import { shortDuration } from '../../lib/duration.ts';
import { closes, type Dialog } from '../../screen/dialogs/dialog.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { WIDEST } from '../../screen/dialogs/view.ts';
import { type Binding, transition } from '../../screen/keys/binding.ts';
import { scrollBindings } from '../../screen/keys/scroll-bindings.ts';
import { bidEvents, update } from '../../store/controller.ts';
import { dialogChanged } from '../../store/dialogs/dialog-stack.ts';
import { nameOf } from '../../store/panes/row-detail.ts';
import { spanBeside } from '../money/time-spans.ts';
import { historyOpened, historyRead } from './history.ts';
import { historyLines } from './lines.ts';
import { showHistory } from './panes.ts';

const scrolls = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'history', (dialog) => ({ ...dialog, top: Math.max(0, dialog.top + by) })),
  );
const spans = (by: 1 | -1) =>
  transition((state) =>
    dialogChanged(state, 'history', (dialog) =>
      dialog.bidEvents === null ? dialog : { ...dialog, spanMs: spanBeside(dialog.spanMs, by), top: 0 },
    ),
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
    label: 'Zoom in: down to 30 seconds',
    hint: 'closer',
    run: spans(-1),
  },
  ...scrollBindings('history', scrolls, { verb: 'Move', letters: true, hint: null }),
  closes('history', ['Esc', 'q', 'h', 'Enter'], 'Back to the list'),
];

const bidHistory: Dialog<'history'> = {
  kind: 'history',
  title: (state, { fid, bidEvents, spanMs }) => {
    const title = `History of ${nameOf(state, 'bids', fid)}`;
    return bidEvents === null ? title : `${title} in the last ${shortDuration(spanMs)}`;
  },
  lines: historyLines,
  box: ({ top }) => ({ width: WIDEST, top }),
  helpTitle: 'History of a bid',
  bindings,
};

export const screen = {
  dialogs: { history: bidHistory },
  place: { after: 'filter' },
  works: [
    [
      showHistory,
      async (controller, fid) => {
        if (fid === null) return;
        update(controller, (now) => historyOpened(now, fid));
        const events = await bidEvents(controller, fid);
        update(controller, (now) => historyRead(now, fid, events));
      },
    ],
  ],
} satisfies ScreenParts;
