import { shortDuration } from '../../lib/duration.ts';
import { closes, type Dialog } from '../../screen/dialogs/dialog.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { type Binding, transition } from '../../screen/keys/binding.ts';
import { scrollBindings } from '../../screen/keys/scroll-bindings.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogChanged, dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { formOpened } from '../../store/dialogs/form-state.ts';
import { visibleRows } from '../../store/lists/visible-rows.ts';
import { liveContextOf } from '../../store/row-context.ts';
import { jumped } from '../../store/run-action.ts';
import { refusedWithoutService } from '../../store/shown-instead.ts';
import { type ConsoleState, drawnLists } from '../../store/state.ts';
import { bidRecordsOf } from '../money/known-records.ts';
import { linesOf, rowsIn } from './dialog-lines.ts';
import type { DigestRow } from './digest-lines.ts';
import { getBack, whyNotBack } from './get-back.ts';
import { digestSince } from './opening.ts';
import type { DigestPart } from './part.ts';

declare module '../../store/dialog-state.ts' {
  interface DialogStates {
    /** What happened in a time; `away` when nobody looked in it, `at` is the index of the selected row. */
    readonly digest: { readonly parts: readonly DigestPart[]; readonly away: boolean; readonly at: number };
  }
}

const moves = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'digest', (dialog) => ({
      ...dialog,
      at: Math.max(0, Math.min(dialog.at + by, rowsIn(state, dialog).length - 1)),
    })),
  );

/** Goes to a row in its pane; for one that is gone, to its events. */
function wentTo(state: ConsoleState, { pane, fid, name }: DigestRow): ConsoleState {
  if (!drawnLists(state)[pane].rows.has(fid)) return jumped(state, 'activity', null, `"${name.replaceAll('"', ' ')}"`);
  return jumped(state, pane, fid, visibleRows(state, pane).indexOf(fid) >= 0 ? null : '');
}

const chosen = transition((state) => {
  const top = topDialog(state);
  const row = top?.kind === 'digest' ? rowsIn(state, top)[top.at] : undefined;
  const closed = dialogClosed(state);
  return row === undefined ? closed : wentTo(closed, row);
});

const bindings: readonly Binding[] = [
  ...scrollBindings('digest', moves, { verb: 'Move', letters: true, hint: null }),
  {
    id: 'digest-go',
    keys: ['Enter'],
    label: 'Go to the row, or to its events when it is gone',
    hint: 'go to',
    run: chosen,
  },
  {
    id: 'digest-back',
    keys: ['e'],
    label: 'Get them back: change the limit prices of bids that lost instances and are out',
    hint: 'get them back',
    disabled: (state) => {
      const top = topDialog(state);
      return top?.kind === 'digest' ? whyNotBack(state, top.parts) : null;
    },
    run: transition((state) => {
      const top = topDialog(state);
      const records = bidRecordsOf(state);
      if (top?.kind !== 'digest' || records === null) return state;
      return dialogOpened(state, formOpened(getBack(state, top.parts, records), liveContextOf(state)));
    }),
  },
  closes('digest', ['Esc', 'q', 'W'], 'Back'),
];

function opened(controller: Controller): void {
  const { journal, store } = controller;
  const parts = journal?.digest?.(digestSince(store.getState()));
  if (parts === undefined) {
    update(controller, (now) => showNotice(now, 'The journal is still being opened. Try again in a moment.', 'warn'));
    return;
  }
  update(controller, (now) => dialogOpened(now, { kind: 'digest', parts, away: false, at: 0 }));
}

const digest: Dialog<'digest'> = {
  kind: 'digest',
  openFrom: {
    id: 'digest',
    keys: ['W'],
    label: 'What happened since the last absence, or in the last 8 hours',
    searchWords: ['summary', 'overnight', 'report', 'missed', 'happened', 'absence', 'yesterday', 'lost'],
    names: ['digest'],
    hint: 'digest',
    hintLast: 50,
    scope: 'everywhere',
    disabled: (state) => refusedWithoutService(state, 'it has no journal.'),
    run: opened,
  },
  title: ({ now }, { parts, away }) => {
    const since = shortDuration(now - Math.min(now, ...parts.map(({ time }) => time.from)));
    return away ? `While you were away: the last ${since}` : `What happened in the last ${since}`;
  },
  lines: (state, own, { width }) => linesOf(state, own, width),
  box: () => ({ width: 100 }),
  helpTitle: 'What happened',
  bindings,
};

export const screen = { dialogs: { digest }, place: { after: 'sort' } } satisfies ScreenParts;
