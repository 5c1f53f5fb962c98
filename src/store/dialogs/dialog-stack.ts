import type { DialogKind, OpenDialog } from '../dialog-state.ts';
import type { ConsoleState } from '../state.ts';

/** The dialog that receives the keys; undefined when panes do. */
export function topDialog(state: ConsoleState): OpenDialog | undefined {
  return state.dialogs.at(-1);
}

/** Whether the console has no service yet. */
export function isFirstRun({ dialogs }: Pick<ConsoleState, 'dialogs'>): boolean {
  return dialogs.some(({ kind }) => kind === 'first-run');
}

export function dialogOpened(state: ConsoleState, dialog: OpenDialog): ConsoleState {
  return { ...state, dialogs: [...state.dialogs, dialog], notice: null };
}

export function dialogClosed(state: ConsoleState): ConsoleState {
  return { ...state, dialogs: state.dialogs.slice(0, -1) };
}

/** Changes the top dialog when it is of the given kind. */
export function dialogChanged<Kind extends DialogKind>(
  state: ConsoleState,
  kind: Kind,
  change: (dialog: Extract<OpenDialog, { kind: Kind }>) => OpenDialog,
): ConsoleState {
  const top = topDialog(state);
  return top === undefined || !isKind(top, kind) ? state : topReplaced(state, change(top));
}

export function topReplaced(state: ConsoleState, dialog: OpenDialog): ConsoleState {
  return { ...state, dialogs: [...state.dialogs.slice(0, -1), dialog] };
}

function isKind<Kind extends DialogKind>(
  dialog: OpenDialog,
  kind: Kind,
): dialog is Extract<OpenDialog, { kind: Kind }> {
  return dialog.kind === kind;
}
