import { selectedEditor, textBufferOf } from '../../lib/text-buffer.ts';
import type { AllPanes } from '../../resources/panes.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update, withRemote } from '../../store/controller.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { visibleRows } from '../../store/lists/visible-rows.ts';
import { focusMoved, paneFocused } from '../../store/panes/cursor.ts';
import { pageTabMoved } from '../../store/panes/tabs.ts';
import { nextPreempting } from '../../store/preemption.ts';
import { ask, effectNow } from '../../store/questions/ask.ts';
import { readOnlyReason, refusedWithoutService } from '../../store/read-only.ts';
import { jumped } from '../../store/run-action.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { frozen, thawed } from '../../store/transitions.ts';
import { type PaneBinding, transition } from '../keys/binding.ts';
import { GLOSSARY } from './help.ts';

/** The keys that go to the panes. */
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
      hint: null,
      scope: 'everywhere',
      run: transition((state) => paneFocused(state, name)),
    };
  });

/** How what is shown in place of a service is paused, as the end of a sentence. */
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

/** Asks about undoing the last change. One that can't be undone any more is forgotten, and a notice says why. */
function undoAsked(controller: Controller): void {
  const { undo } = controller.store.getState();
  const writes = undo.at(-1);
  if (writes === undefined) return;
  const request = { kind: 'undo', writes } as const;
  if (!effectNow(controller.store.getState(), request).ok)
    update(controller, (state) => ({ ...state, undo: state.undo.slice(0, -1) }));
  ask(controller, request, 'y');
}

/** Id of the redraw command. It works over dialogs too, because output of another program can cover them. */
export const REDRAW = 'redraw';

/** Bindings of every pane, beside those that go to one. */
export const globalBindings: readonly PaneBinding[] = [
  {
    id: 'next-pane',
    keys: ['Tab'],
    label: 'Go to the next pane, or to the next tab of a page',
    searchWords: ['tab'],
    hint: null,
    scope: 'everywhere',
    ofPanes: true,
    run: transition((state) => pageTabMoved(state, 1) ?? focusMoved(state, 1)),
  },
  {
    id: 'previous-pane',
    keys: ['Shift-Tab'],
    label: 'Go to the pane or tab before',
    hint: null,
    scope: 'everywhere',
    ofPanes: true,
    run: transition((state) => pageTabMoved(state, -1) ?? focusMoved(state, -1)),
  },
  {
    id: 'next-preempting',
    keys: ['!'],
    label: 'Go to the next bid or instance that is being preempted',
    when: ({ shownInstead }) => shownInstead === null,
    searchWords: ['preempting', 'preempted', 'preemption', 'trouble', 'urgent'],
    hint: 'preempting',
    hintLast: 10,
    scope: 'everywhere',
    disabled: (state) => (nextPreempting(state) === null ? 'No bid or instance is being preempted.' : null),
    run: transition((state) => {
      const next = nextPreempting(state);
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
    hint: null,
    scope: 'everywhere',
    disabled: ({ shownInstead, undo, connected }) =>
      refusedWithoutService({ shownInstead }, 'there is nothing to undo.') ??
      readOnlyReason(connected) ??
      (undo.length === 0 ? 'There is nothing to undo.' : null),
    run: undoAsked,
  },
  {
    id: 'freeze',
    keys: [],
    label: 'Freeze or unfreeze the display',
    menu: { letter: 'f', words: 'freeze' },
    formerly: { keys: ['f'] },
    ofPanes: true,
    searchWords: ['freeze', 'stand', 'still'],
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedWithoutService(state, howToPause(state)),
    run: transition(frozenToggled),
  },
  {
    id: 'refresh',
    keys: ['Ctrl-r'],
    label: 'Refresh all lists now, and try failed machines again',
    formerly: { keys: ['R'] },
    searchWords: ['refresh', 'reload', 'poll'],
    hint: null,
    scope: 'everywhere',
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
    hint: null,
    scope: 'everywhere',
    run: transition((state) =>
      dialogOpened(state, { kind: 'help', editor: selectedEditor(GLOSSARY.toLowerCase()), at: 0 }),
    ),
  },
  {
    id: 'theme',
    keys: [],
    label: 'Theme: choose one by name',
    menu: { letter: 't', words: 'theme' },
    hint: null,
    scope: 'everywhere',
    run: transition((state) => dialogOpened(state, { kind: 'palette', editor: textBufferOf('theme '), at: 0 })),
  },
  {
    id: 'to-shell',
    keys: ['Ctrl-z'],
    label: 'Suspend; fg returns to the console',
    searchWords: ['background', 'suspend'],
    hint: null,
    scope: 'everywhere',
    run: (controller) => controller.terminal.toShell(),
  },
  {
    id: REDRAW,
    keys: ['Ctrl-l'],
    label: 'Redraw the screen',
    searchWords: ['redraw', 'repaint', 'garbled'],
    hint: null,
    scope: 'everywhere',
    run: (controller) => controller.terminal.redraw(),
  },
];
