import type { DialogKind } from '../../../src/store/dialog-state.ts';
import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

export const dialogs = {
  history: [{ kind: 'history', fid: 'a', bidEvents: { events: [], knownSince: null }, spanMs: 3_600_000, top: 0 }],
} satisfies DialogExamples;

/** An action opens it. */
export const openedByOthers: readonly DialogKind[] = ['history'];
