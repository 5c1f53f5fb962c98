import type { Tone } from '../../resources/cell.ts';

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
export type RotationDialogStep =
  | { readonly kind: 'running' }
  | { readonly kind: 'asking'; readonly lines: readonly string[] }
  | { readonly kind: 'ended' };
