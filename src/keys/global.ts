import { editorOf } from '../lib/editor.ts';
import type { PaneName } from '../resources/resource.ts';
import { paneNames, resources } from '../resources/resources.ts';
import { jumped } from '../state/acting.ts';
import type { ConsoleState } from '../state/console.ts';
import { apply, type Desk, withRemote } from '../state/desk.ts';
import { frozen, thawed } from '../state/freezing.ts';
import { noticed } from '../state/happened.ts';
import { keyNamed } from '../state/key-names.ts';
import { overlayOpened } from '../state/overlays.ts';
import { nextPreempting } from '../state/preemption.ts';
import { whyReadOnly } from '../state/read-only.ts';
import { refusedInReplay } from '../state/replaying.ts';
import { setsRead } from '../state/setting-aside.ts';
import { shownRows } from '../state/shown.ts';
import { undoAsked } from '../state/undoing.ts';
import { focusMoved, paneFocused } from '../state/views.ts';
import { type Binding, transition } from './binding.ts';

const toPane = (name: PaneName): Binding => ({
  id: `pane-${name}`,
  keys: [resources[name].key],
  label: `Go to ${resources[name].title}`,
  hint: null,
  scope: 'everywhere',
  run: transition((state) => paneFocused(state, name)),
});

function frozenToggled(state: ConsoleState): ConsoleState {
  if (state.frozen !== null) return noticed(thawed(state), 'Display live again.');
  return noticed(frozen(state), `Display frozen; refreshing continues. ${keyNamed(state, 'freeze', 'f')} resumes.`);
}

/** Why the console should not end without asking; null when it may. */
export function reasonToStay(state: ConsoleState): string | null {
  if (state.overlays.some((overlay) => overlay.kind === 'form' && overlay.dirty)) return 'The form has unsaved input.';
  if (state.overlays.some((overlay) => overlay.kind === 'secret')) return 'The secret on screen cannot be shown again.';
  const open = [...state.lists.sessions.rows.values()].filter(({ row }) => row.endedAt === null).length;
  if (open > 0) return open === 1 ? 'An SSH session is open.' : `${open} SSH sessions are open.`;
  return null;
}

/** Ends the program, or asks first when something would be lost. */
export function quit(desk: Desk): void {
  const why = reasonToStay(desk.store.getState());
  if (why === null) desk.terminal.quit();
  else apply(desk, (state) => overlayOpened(state, { kind: 'quit', why }));
}

/** The command that counts over forms and every other dialog as well: what another program wrote lies over them too. */
export const REDRAW = 'redraw';

/** Keys that count in every pane. */
export const globalBindings: readonly Binding[] = [
  ...paneNames.map(toPane),
  {
    id: 'next-pane',
    keys: ['Tab'],
    label: 'Go to the next pane',
    hint: null,
    scope: 'everywhere',
    run: transition((state) => focusMoved(state, 1)),
  },
  {
    id: 'previous-pane',
    keys: ['Shift-Tab'],
    label: 'Go to the previous pane',
    hint: null,
    scope: 'everywhere',
    run: transition((state) => focusMoved(state, -1)),
  },
  {
    id: 'palette',
    keys: [':'],
    label: 'Command palette: every action, pane and row by name',
    hint: 'palette',
    scope: 'everywhere',
    run: (desk) => {
      setsRead(desk);
      apply(desk, (state) => overlayOpened(state, { kind: 'palette', editor: editorOf(''), at: 0 }));
    },
  },
  {
    id: 'help',
    keys: ['?'],
    label: 'Help: all keys, searchable',
    hint: 'help',
    scope: 'everywhere',
    run: transition((state) => overlayOpened(state, { kind: 'help', editor: editorOf(''), top: 0 })),
  },
  {
    id: 'next-preempting',
    keys: ['!'],
    label: 'Go to the next bid that is being preempted',
    hint: null,
    scope: 'everywhere',
    disabled: (state) => (nextPreempting(state) === null ? 'No bid is being preempted.' : null),
    run: transition((state) => {
      const fid = nextPreempting(state);
      if (fid === null) return state;
      const shown = shownRows(state, 'bids').indexOf(fid) >= 0;
      return jumped(state, 'bids', fid, shown ? null : '');
    }),
  },
  {
    id: 'undo',
    keys: ['u'],
    label: 'Undo the last pause, resume, price or volume change; shows it first',
    hint: null,
    scope: 'everywhere',
    disabled: ({ replay, undo, connected }) =>
      refusedInReplay({ replay }, 'there is nothing to undo.') ??
      (connected.readOnly ? whyReadOnly(connected) : undo.length === 0 ? 'There is nothing to undo.' : null),
    run: transition(undoAsked),
  },
  {
    id: 'freeze',
    keys: ['f'],
    label: 'Freeze or unfreeze the display',
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedInReplay(state, `press ${keyNamed(state, 'replay-pause', '.')} to pause it.`),
    run: transition(frozenToggled),
  },
  {
    id: 'refresh',
    keys: ['R'],
    label: 'Refresh all lists now',
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedInReplay(state, 'no request is sent.'),
    run: (desk) => {
      withRemote(desk, (remote) => {
        remote.pollNow();
        apply(desk, (state) => noticed(state, 'Refreshing.'));
      });
    },
  },
  {
    id: 'zoom',
    keys: ['z'],
    label: 'Zoom the focused pane, or show all panes',
    hint: null,
    scope: 'everywhere',
    run: transition((state) => ({ ...state, zoomed: !state.zoomed })),
  },
  {
    id: 'switch',
    keys: ['P'],
    label: 'Switch to another profile or project',
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedInReplay(state, 'it shows the recorded project.'),
    run: transition((state) => overlayOpened(state, { kind: 'switch', editor: editorOf(''), at: 0, wrong: null })),
  },
  {
    id: 'sign-in',
    keys: ['T'],
    label: 'Sign in with another token',
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedInReplay(state, 'there is nothing to sign in to.'),
    run: transition((state) => overlayOpened(state, { kind: 'sign-in', editor: editorOf(''), wrong: null })),
  },
  {
    id: 'to-shell',
    keys: ['Ctrl-z'],
    label: 'Suspend; fg returns to the console',
    hint: null,
    scope: 'everywhere',
    run: (desk) => desk.terminal.toShell(),
  },
  {
    id: REDRAW,
    keys: ['Ctrl-l'],
    label: 'Redraw the screen',
    hint: null,
    scope: 'everywhere',
    run: (desk) => desk.terminal.redraw(),
  },
  { id: 'quit', keys: ['q', 'Ctrl-c'], label: 'Quit', hint: null, scope: 'everywhere', run: quit },
];
