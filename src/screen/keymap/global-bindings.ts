import { selectedEditor, textBufferOf } from '../../lib/text-buffer.ts';
import type { AllPanes } from '../../resources/panes.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update, withRemote } from '../../store/controller.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { visibleRows } from '../../store/lists/visible-rows.ts';
import { focusMoved, jumped, paneFocused } from '../../store/panes/cursor.ts';
import { pageTabMoved } from '../../store/panes/tabs.ts';
import { nextAtRisk } from '../../store/preemption.ts';
import { hiddenIn } from '../../store/question.ts';
import { effectNow } from '../../store/questions/record.ts';
import { tapCancelled } from '../../store/questions/renew.ts';
import { readOnlyReason, refusedWithoutService } from '../../store/read-only.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { frozen, thawed } from '../../store/transitions.ts';
import { inScope, type PaneBinding, transition } from '../keys/binding.ts';
import { REDRAW } from './active-bindings.ts';
import { GLOSSARY } from './help.ts';
import { answer, ask, askWithHidden } from './key-to-write.ts';

export const paneBindings = ({ panes, paneNames }: AllPanes): readonly PaneBinding[] =>
  paneNames.flatMap((name) => {
    const { key, title, alias, searchWords = [], side } = panes[name];
    if (side === 'whole') return [];
    return {
      id: `pane-${name}`,
      keys: [key],
      label: `Go to ${title}, or :${alias}`,
      names: [alias, title.toLowerCase()],
      searchWords,
      scope: 'everywhere',
      run: transition((state) => paneFocused(state, name)),
    };
  });

/** The end of a sentence. */
function howToPause(state: ConsoleState): string {
  const [way] = state.features.parts.flatMap((part) => part.pausedBy?.(state) ?? []);
  return way ?? 'it cannot be frozen.';
}

function frozenToggled(state: ConsoleState): ConsoleState {
  if (state.frozen !== null) return showNotice(thawed(state), 'Display live again.');
  return showNotice(
    frozen(state),
    `Display frozen; refreshing continues. ${keyNamed(state, 'freeze', `${keyNamed(state, 'view-menu', 'z')} f`)} resumes.`,
  );
}

/** A change beyond undoing is forgotten, and a notice says why. */
function askUndo(controller: Controller): void {
  const { undo } = controller.store.getState();
  const writes = undo.at(-1);
  if (writes === undefined) return;
  const request = { kind: 'undo', writes } as const;
  if (!effectNow(controller.store.getState(), request).ok)
    update(controller, (state) => ({ ...state, undo: state.undo.slice(0, -1) }));
  ask(controller, request, 'y');
}

export const globalBindings: readonly PaneBinding[] = inScope('everywhere', [
  {
    id: 'next-pane',
    keys: ['Tab'],
    label: 'Go to the next pane, or to the next tab of a page',
    searchWords: ['tab'],
    ofPanes: true,
    run: transition((state) => pageTabMoved(state, 1) ?? focusMoved(state, 1)),
  },
  {
    id: 'previous-pane',
    keys: ['Shift-Tab'],
    label: 'Go to the pane or tab before',
    ofPanes: true,
    run: transition((state) => pageTabMoved(state, -1) ?? focusMoved(state, -1)),
  },
  {
    id: 'next-preempting',
    keys: ['!'],
    label: 'Go to the next bid or instance that is being preempted, then to bids about to be',
    when: ({ shownInstead }) => shownInstead === null,
    searchWords: ['preempting', 'preempted', 'preemption', 'trouble', 'urgent', 'thin'],
    hint: 'urgent',
    hintLast: 10,
    disabled: (state) => (nextAtRisk(state) === null ? 'No bid or instance is being preempted.' : null),
    run: transition((state) => {
      const next = nextAtRisk(state);
      if (next === null) return state;
      const shown = visibleRows(state, next.pane).indexOf(next.fid) >= 0;
      return jumped(state, next.pane, next.fid, shown ? null : '');
    }),
  },
  {
    id: 'undo',
    keys: ['u'],
    label: 'Undo the last pause, resume, price or volume change; shows it first',
    searchWords: ['undo', 'revert', 'rollback'],
    disabled: ({ shownInstead, undo, connected }) =>
      refusedWithoutService({ shownInstead }, 'there is nothing to undo.') ??
      readOnlyReason(connected) ??
      (undo.length === 0 ? 'There is nothing to undo.' : null),
    run: askUndo,
  },
  {
    id: 'freeze',
    keys: [],
    label: 'Freeze or unfreeze the display',
    menu: { letter: 'f', words: 'freeze' },
    formerly: { keys: ['f'] },
    ofPanes: true,
    searchWords: ['freeze', 'stand', 'still'],
    disabled: (state) => refusedWithoutService(state, howToPause(state)),
    run: transition(frozenToggled),
  },
  {
    id: 'refresh',
    keys: ['Ctrl-r'],
    label: 'Refresh all lists now, and try failed machines again',
    formerly: { keys: ['R'] },
    searchWords: ['refresh', 'reload', 'poll'],
    disabled: (state) => refusedWithoutService(state, 'no request is sent.'),
    run: (controller) => {
      withRemote(controller, (remote) => {
        remote.pollNow();
        update(controller, (state) => showNotice(state, 'Refreshing.'));
      });
    },
  },
  {
    id: 'glossary',
    keys: [],
    label: 'Glossary: what the words of the market mean',
    names: ['glossary', 'words'],
    searchWords: ['meaning', 'explain', 'terms', 'dictionary'],
    run: transition((state) =>
      dialogOpened(state, { kind: 'help', editor: selectedEditor(GLOSSARY.toLowerCase()), at: 0 }),
    ),
  },
  {
    id: 'theme',
    keys: [],
    label: 'Theme: choose one by name',
    menu: { letter: 't', words: 'theme' },
    run: transition((state) => dialogOpened(state, { kind: 'palette', editor: textBufferOf('theme '), at: 0 })),
  },
  {
    id: 'to-shell',
    keys: ['Ctrl-z'],
    label: 'Suspend; fg returns to the console',
    searchWords: ['background', 'suspend'],
    run: (controller) => controller.terminal.toShell(),
  },
  {
    id: REDRAW,
    keys: ['Ctrl-l'],
    label: 'Redraw the screen',
    searchWords: ['redraw', 'repaint', 'garbled'],
    run: (controller) => controller.terminal.redraw(),
  },
]);

/** Bindings during a first tap. Any other key cancels it and has its usual effect. */
export const tapBindings: readonly PaneBinding[] = inScope('tap', [
  { id: 'tap-again', keys: ['y'], label: 'Confirm; the key that asked does it too', confirms: true, run: answer },
  {
    id: 'tap-all',
    keys: ['*'],
    label: 'Include the marked rows that the filter hides',
    when: ({ tapQuestion }) => tapQuestion === null || hiddenIn(tapQuestion.request) !== null,
    run: askWithHidden,
  },
  { id: 'let-go', keys: ['Esc'], label: 'Cancel', run: transition(tapCancelled) },
]);
