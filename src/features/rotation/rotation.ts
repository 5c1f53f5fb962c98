import type { Tone } from '../../resources/cell.ts';
import type { OpenDialog } from '../../store/dialog-state.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';

declare module '../../store/dialog-state.ts' {
  interface DialogStates {
    readonly rotation: RotationDialog;
  }
}

export type RotationDialog = {
  readonly lines: readonly { readonly text: string; readonly tone: Tone }[];
  readonly step: RotationDialogStep;
};

/** `asking` is the object a key can answer. */
type RotationDialogStep =
  | { readonly kind: 'running' }
  | { readonly kind: 'asking'; readonly lines: readonly string[] }
  | { readonly kind: 'ended' };

export function rotationOpened(state: ConsoleState): ConsoleState {
  return dialogOpened(state, { kind: 'rotation', lines: [], step: { kind: 'running' } });
}

/** Wherever it is on the stack. */
export function rotationChanged(state: ConsoleState, change: (dialog: RotationDialog) => RotationDialog): ConsoleState {
  const changed = (dialog: OpenDialog): OpenDialog =>
    dialog.kind === 'rotation' ? { ...change(dialog), kind: 'rotation' } : dialog;
  return { ...state, dialogs: state.dialogs.map(changed) };
}
