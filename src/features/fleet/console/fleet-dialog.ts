import { closes, type Dialog } from '../../../screen/dialogs/dialog.ts';
import { ask } from '../../../screen/keymap/key-to-write.ts';
import { type Binding, transition } from '../../../screen/keys/binding.ts';
import { scrollBindings } from '../../../screen/keys/scroll-bindings.ts';
import { showNotice } from '../../../store/activity.ts';
import { type Controller, update } from '../../../store/controller.ts';
import type { DialogState } from '../../../store/dialog-state.ts';
import { dialogClosed, dialogOpened, topDialog } from '../../../store/dialogs/dialog-stack.ts';
import { cursorRow } from '../../../store/lists/visible-rows.ts';
import { jumped } from '../../../store/panes/cursor.ts';
import { refusedWithoutService } from '../../../store/read-only.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { keyOfChange } from '../plan/change.ts';
import { whyStays } from '../plan/words.ts';
import { fleetLines, fleetTitle } from './fleet-lines.ts';
import {
  allMarked,
  changeUnderCursor,
  chosenChanges,
  markToggled,
  moved,
  openedAt,
  withoutSpentMarks,
} from './fleet-view.ts';
import { drawnComparison } from './known-fleet.ts';

type Own = DialogState<'fleet'>;

function ownOf(state: ConsoleState): Own | null {
  const top = topDialog(state);
  return top?.kind === 'fleet' ? top : null;
}

const cursorChange = (state: ConsoleState) => {
  const own = ownOf(state);
  return own === null ? null : changeUnderCursor(state, own);
};

const NO_CHANGE = 'No difference is under the cursor.';

/** Why a key has nothing to act on; null when it has. */
function noneChosen(state: ConsoleState): string | null {
  const own = ownOf(state);
  if (own === null || chosenChanges(state, own).length > 0) return null;
  return own.marks.size > 0
    ? 'What was marked no longer differs, so nothing was done. Its marks are gone now.'
    : NO_CHANGE;
}

/** Runs a key's action on the chosen differences. Without any a notice says why. */
const withChosen =
  (run: (controller: Controller) => void) =>
  (controller: Controller): void => {
    const why = noneChosen(controller.store.getState());
    if (why === null) run(controller);
    else update(controller, (state) => showNotice(withoutSpentMarks(state), why, 'warn'));
  };

function whyNotMarked(state: ConsoleState): string | null {
  const own = ownOf(state);
  const change = cursorChange(state);
  if (own === null || change === null) return NO_CHANGE;
  return own.marks.has(keyOfChange(change)) ? null : whyStays(change);
}

const chosen = (state: ConsoleState) => {
  const own = ownOf(state);
  return own === null ? [] : chosenChanges(state, own);
};

function applyAsked(controller: Controller): void {
  const keys = chosen(controller.store.getState()).map(keyOfChange);
  ask(controller, { kind: 'fleet', keys }, 'Enter');
}

function rowShown(state: ConsoleState): ConsoleState {
  const change = cursorChange(state);
  if (change === null) return state;
  if ('bid' in change) return jumped(dialogClosed(state), 'bids', change.bid.fid, null);
  return 'volume' in change ? jumped(dialogClosed(state), 'volumes', change.volume.fid, null) : state;
}

function noRow(state: ConsoleState): string | null {
  const change = cursorChange(state);
  if (change === null) return NO_CHANGE;
  return 'bid' in change || 'volume' in change ? null : 'It is only in the file, so there is no row to go to.';
}

const hasDifferences = (state: ConsoleState): boolean => {
  const comparison = drawnComparison(state);
  return comparison.kind === 'compared' && comparison.changes.length > 0;
};

const moves = (by: number) => transition((state) => moved(state, (at) => at + by));

const bindings: readonly Binding[] = [
  {
    id: 'fleet-apply',
    keys: ['Enter'],
    label: 'Apply the marked differences, or this one: make the project as the file wants it',
    hint: 'apply',
    when: hasDifferences,
    run: withChosen(applyAsked),
  },
  {
    id: 'fleet-mark',
    keys: ['Space'],
    label: 'Mark the difference, or take the mark away',
    hint: 'mark',
    when: hasDifferences,
    disabled: whyNotMarked,
    run: transition(markToggled),
  },
  {
    id: 'fleet-mark-all',
    keys: ['*'],
    label: 'Mark all but what is cancelled, deleted, replaced, or paused by a rule; again: none',
    hint: 'mark all',
    when: hasDifferences,
    run: transition(allMarked),
  },
  {
    id: 'fleet-row',
    keys: ['i'],
    label: 'Go to the row',
    hint: 'row',
    when: hasDifferences,
    disabled: noRow,
    run: transition(rowShown),
  },
  ...scrollBindings('fleet', moves),
  closes('fleet', ['Esc', 'q'], 'Back to the panes'),
];

function fleetOpened(state: ConsoleState): ConsoleState {
  const fid = cursorRow(state, state.focus)?.row.fid ?? null;
  return dialogOpened(state, openedAt(state, fid));
}

export const fleetDialog: Dialog<'fleet'> = {
  kind: 'fleet',
  page: () => null,
  openFrom: {
    id: 'fleet',
    keys: [],
    label: 'Fleet file: what differs from it, to apply',
    names: ['fleet', 'fleet file', 'drift'],
    searchWords: ['toml', 'diff', 'differences', 'apply', 'differ'],
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedWithoutService(state, 'it is compared with no file.'),
    run: transition(fleetOpened),
  },
  title: fleetTitle,
  lines: fleetLines,
  box: () => ({ width: 'whole' }),
  helpTitle: 'Fleet file',
  bindings,
};
