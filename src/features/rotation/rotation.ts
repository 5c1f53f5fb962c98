import type { OpenDialog } from '../../store/dialog-state.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { RotationDialog } from './rotation-dialog.ts';

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
