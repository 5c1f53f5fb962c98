import type { DialogKind, DialogState } from '../../../src/store/dialog-state.ts';

/** States of dialogs, in each of their steps. */
export type DialogExamples = { readonly [Kind in DialogKind]?: readonly [DialogState<Kind>, ...DialogState<Kind>[]] };
