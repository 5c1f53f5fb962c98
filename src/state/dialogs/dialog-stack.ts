import type { ConsoleState } from '../state.ts';
import type { OpenDialog } from './dialog-state.ts';

/** What has the keys: the overlay on top, or undefined when the panes have them. */
export function topDialog(state: ConsoleState): OpenDialog | undefined {
  return state.dialogs.at(-1);
}

export function dialogOpened(state: ConsoleState, dialog: OpenDialog): ConsoleState {
  return { ...state, dialogs: [...state.dialogs, dialog], notice: null };
}

export function dialogClosed(state: ConsoleState): ConsoleState {
  return { ...state, dialogs: state.dialogs.slice(0, -1) };
}

/** The top overlay as it is after a change; nothing happens when it is not of the kind the change is for. */
export function dialogChanged<Kind extends OpenDialog['kind']>(
  state: ConsoleState,
  kind: Kind,
  change: (dialog: Extract<OpenDialog, { kind: Kind }>) => OpenDialog,
): ConsoleState {
  const top = topDialog(state);
  return top === undefined || !isKind(top, kind) ? state : topReplaced(state, change(top));
}

/** The dialog on top gives way to another state of it. */
export function topReplaced(state: ConsoleState, dialog: OpenDialog): ConsoleState {
  return { ...state, dialogs: [...state.dialogs.slice(0, -1), dialog] };
}

function isKind<Kind extends OpenDialog['kind']>(
  dialog: OpenDialog,
  kind: Kind,
): dialog is Extract<OpenDialog, { kind: Kind }> {
  return dialog.kind === kind;
}
