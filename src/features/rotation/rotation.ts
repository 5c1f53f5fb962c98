import type { Tone } from '../../resources/cell.ts';
import type { OpenDialog } from '../../store/dialog-state.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';

declare module '../../store/dialog-state.ts' {
  interface DialogStates {
    readonly rotation: RotationDialog;
  }
}

/** The dialog of a rotation: what was done so far, and whether it runs, asks, or has ended. */
export type RotationDialog = {
  readonly lines: readonly { readonly text: string; readonly tone: Tone }[];
  readonly step: RotationDialogStep;
};

/** A question is answered with one key; `asking` is the object that a key can answer. */
type RotationDialogStep =
  | { readonly kind: 'running' }
  | { readonly kind: 'asking'; readonly lines: readonly string[] }
  | { readonly kind: 'ended' };

/** Opens the dialog of a rotation. */
export function rotationOpened(state: ConsoleState): ConsoleState {
  return dialogOpened(state, { kind: 'rotation', lines: [], step: { kind: 'running' } });
}

/** Changes the dialog of a rotation, wherever it is on the stack. */
export function rotationChanged(state: ConsoleState, change: (dialog: RotationDialog) => RotationDialog): ConsoleState {
  const changed = (dialog: OpenDialog): OpenDialog =>
    dialog.kind === 'rotation' ? { ...change(dialog), kind: 'rotation' } : dialog;
  return { ...state, dialogs: state.dialogs.map(changed) };
}
