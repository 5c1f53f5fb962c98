import { editorOf, textIn } from '../lib/editor.ts';
import { hiddenIncluded } from '../state/answering.ts';
import type { ConsoleState } from '../state/console.ts';
import { apply, type Desk, withRemote } from '../state/desk.ts';
import { copyChoices, detailRows } from '../state/details.ts';
import { filterKept, filterRecalled } from '../state/filtering.ts';
import { noticed } from '../state/happened.ts';
import { overlayChanged, overlayClosed, topOverlay } from '../state/overlays.ts';
import { pauseAsSetNow } from '../state/setting-aside.ts';
import { placeMoved, placesFor, turnTo } from '../state/switching.ts';
import { filterTyped } from '../state/views.ts';
import { type Binding, type Scope, transition } from './binding.ts';
import { movingBindings } from './scrolling.ts';

/** A binding that closes what is on top. */
export const closes = (scope: Scope, keys: readonly string[], label: string): Binding => ({
  id: `close-${scope}`,
  keys,
  label,
  hint: 'close',
  scope,
  run: transition(overlayClosed),
});

function lineMoved(state: ConsoleState, by: number): ConsoleState {
  return overlayChanged(state, 'detail', (detail) => {
    const count = detailRows(state, detail.pane, detail.fid, detail.raw).length;
    return { ...detail, line: Math.max(0, Math.min(detail.line + by, count - 1)) };
  });
}

function copyLine(desk: Desk): void {
  const state = desk.store.getState();
  const top = topOverlay(state);
  if (top?.kind !== 'detail') return;
  const line = detailRows(state, top.pane, top.fid, top.raw)[top.line];
  const text = line === undefined ? '' : line.kind === 'field' ? (line.copy ?? line.text) : line.text;
  if (text === '') return;
  desk.terminal.copy(text);
  apply(desk, (now) => noticed(now, 'Copied.', 'good'));
}

const detail: readonly Binding[] = [
  ...movingBindings('detail', (by) => transition((state) => lineMoved(state, by)), {
    verb: 'Move',
    letters: true,
    hint: null,
  }),
  {
    id: 'raw',
    keys: ['J'],
    label: 'Show the raw JSON, or the fields again',
    hint: 'raw JSON',
    scope: 'detail',
    run: transition((state) =>
      overlayChanged(state, 'detail', (overlay) => ({ ...overlay, raw: !overlay.raw, line: 0 })),
    ),
  },
  { id: 'copy-line', keys: ['y'], label: 'Copy the field', hint: 'copy', scope: 'detail', run: copyLine },
  closes('detail', ['Esc', 'q', 'Enter'], 'Back to the list'),
];

const filter: readonly Binding[] = [
  {
    id: 'keep-filter',
    keys: ['Enter'],
    label: 'Keep the filter',
    hint: 'keep',
    scope: 'filter',
    run: transition(filterKept),
  },
  {
    id: 'clear-filter',
    keys: ['Esc'],
    label: 'Clear the filter',
    hint: 'clear',
    scope: 'filter',
    run: transition((state) => filterTyped(overlayClosed(state), state.focus, '')),
  },
  {
    id: 'filter-down',
    keys: ['Down'],
    label: 'Next filter in the history, or move down',
    hint: null,
    scope: 'filter',
    run: transition((state) => filterRecalled(state, -1)),
  },
  {
    id: 'filter-up',
    keys: ['Up'],
    label: 'Previous filter in the history, or move up',
    hint: null,
    scope: 'filter',
    run: transition((state) => filterRecalled(state, 1)),
  },
];

/** The overlay's choices have keys of their own, which depend on the row. */
function copyChosen(desk: Desk, key: string): void {
  const state = desk.store.getState();
  const top = topOverlay(state);
  if (top?.kind !== 'copy') return;
  const choice = copyChoices(state, top.pane, top.fid).find((one) => one.key === key);
  if (choice === undefined) return;
  desk.terminal.copy(choice.text);
  apply(desk, (now) => noticed(overlayClosed(now), `Copied the ${choice.label}.`, 'good'));
}

const copyKeys = {
  i: 'identifier',
  n: 'name',
  s: 'ssh command',
  a: 'SSH address',
  k: 'public key',
  j: 'JSON',
} as const;

const copy: readonly Binding[] = [
  ...Object.entries(copyKeys).map(
    ([key, label]): Binding => ({
      id: `copy-${key}`,
      keys: [key],
      label: `Copy the ${label}`,
      hint: null,
      scope: 'copy',
      when: (state) => {
        const top = topOverlay(state);
        return top?.kind !== 'copy' || copyChoices(state, top.pane, top.fid).some((choice) => choice.key === key);
      },
      run: (desk) => copyChosen(desk, key),
    }),
  ),
  closes('copy', ['Esc', 'q'], 'Cancel'),
];

function switched(desk: Desk): void {
  const top = topOverlay(desk.store.getState());
  if (top?.kind !== 'switch') return;
  const place = placesFor(desk.store.getState())[top.at];
  if (place === undefined) {
    apply(desk, (state) =>
      overlayChanged(state, 'switch', (overlay) => ({ ...overlay, wrong: 'Type the identifier of a project.' })),
    );
    return;
  }
  turnTo(desk, place);
}

const switching: readonly Binding[] = [
  {
    id: 'switch-project',
    keys: ['Enter'],
    label: 'Switch to this profile or project',
    hint: 'switch',
    scope: 'switch',
    run: switched,
  },
  {
    id: 'switch-down',
    keys: ['Down', 'Tab'],
    label: 'Move down',
    hint: null,
    scope: 'switch',
    run: transition((state) => placeMoved(state, 1)),
  },
  {
    id: 'switch-up',
    keys: ['Up', 'Shift-Tab'],
    label: 'Move up',
    hint: null,
    scope: 'switch',
    run: transition((state) => placeMoved(state, -1)),
  },
  closes('switch', ['Esc'], 'Cancel'),
];

function signedIn(desk: Desk): void {
  const top = topOverlay(desk.store.getState());
  if (top?.kind !== 'sign-in') return;
  const token = textIn(top.editor).trim();
  if (token === '') {
    apply(desk, (state) =>
      overlayChanged(state, 'sign-in', (overlay) => ({ ...overlay, wrong: 'Paste or type a token.' })),
    );
    return;
  }
  apply(desk, (state) => noticed(overlayClosed(state), 'Signing in.'));
  withRemote(desk, (remote) => remote.signIn(token));
}

const signing: readonly Binding[] = [
  { id: 'use-token', keys: ['Enter'], label: 'Sign in with it', hint: 'sign in', scope: 'sign-in', run: signedIn },
  closes('sign-in', ['Esc'], 'Cancel'),
];

function confirmed(desk: Desk): void {
  const top = topOverlay(desk.store.getState());
  if (top?.kind !== 'confirm') return;
  const { typed } = top.confirmation;
  if (typed !== null && textIn(top.editor).trim() !== typed) {
    const wrong = `Type ${typed} to go on, or press Esc.`;
    apply(desk, (state) =>
      overlayChanged(state, 'confirm', (overlay) => ({
        ...overlay,
        wrong,
        editor: editorOf(''),
      })),
    );
    return;
  }
  apply(desk, overlayClosed);
  if (top.undoing) {
    apply(desk, (state) => ({ ...state, undo: state.undo.slice(0, -1) }));
    withRemote(desk, (remote) => remote.undo(top.writes));
  } else if (top.for?.kind === 'pause-set') pauseAsSetNow(desk, top.for.name, top.for.fids);
  else withRemote(desk, (remote) => remote.send(top.writes).then((done) => top.afterwards?.(done)));
}

const typedAsked = (state: ConsoleState): boolean => {
  const top = topOverlay(state);
  return top?.kind === 'confirm' && top.confirmation.typed !== null;
};

const hiddenMarked = (state: ConsoleState): boolean => {
  const top = topOverlay(state);
  return top?.kind !== 'confirm' || top.hidden !== null;
};

const confirm: readonly Binding[] = [
  {
    id: 'confirm',
    keys: ['y'],
    label: 'Yes, do it',
    hint: 'yes',
    scope: 'confirm',
    agrees: true,
    when: (state) => !typedAsked(state),
    run: confirmed,
  },
  {
    id: 'confirm-typed',
    keys: ['Enter'],
    label: 'Confirm, once the text asked for is typed',
    hint: 'go on',
    scope: 'confirm',
    agrees: true,
    when: typedAsked,
    run: confirmed,
  },
  {
    id: 'decline',
    keys: ['n'],
    label: 'No',
    hint: null,
    scope: 'confirm',
    when: (state) => !typedAsked(state),
    run: transition(overlayClosed),
  },
  {
    id: 'confirm-all',
    keys: ['*'],
    label: 'Include the marked rows that the filter hides',
    hint: 'include hidden',
    scope: 'confirm',
    when: hiddenMarked,
    run: hiddenIncluded,
  },
  { ...closes('confirm', ['Esc'], 'Cancel'), hint: 'no' },
];

const quitting: readonly Binding[] = [
  {
    id: 'quit-anyway',
    keys: ['y'],
    label: 'Quit anyway',
    hint: 'quit',
    scope: 'quit',
    agrees: true,
    run: (desk) => desk.terminal.quit(),
  },
  {
    id: 'quit-at-once',
    keys: ['Ctrl-c'],
    label: 'Quit anyway',
    hint: null,
    scope: 'quit',
    run: (desk) => desk.terminal.quit(),
  },
  { ...closes('quit', ['Esc', 'n'], 'Stay'), hint: 'stay' },
];

/** Keys of what lies over the panes, forms and secrets apart. */
export const overlayBindings: readonly Binding[] = [
  ...detail,
  ...filter,
  ...copy,
  ...switching,
  ...signing,
  ...confirm,
  ...quitting,
];
