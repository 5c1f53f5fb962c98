import type { DialogKind } from '../../../src/store/dialog-state.ts';
import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

export const dialogs = {
  why: [{ kind: 'why', pane: 'bids', fid: 'a', top: 0 }],
} satisfies DialogExamples;

/** An action opens it. */
export const openedByOthers: readonly DialogKind[] = ['why'];
