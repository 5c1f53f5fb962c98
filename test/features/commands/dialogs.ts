import { textBufferOf } from '../../../src/lib/text-buffer.ts';
import type { DialogKind } from '../../../src/store/dialog-state.ts';
import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

export const dialogs = {
  runs: [{ kind: 'runs', at: 0 }],
  output: [{ kind: 'output', id: 1, editor: textBufferOf(''), fromEnd: 0 }],
} satisfies DialogExamples;

/** The list of runs opens it. */
export const openedByOthers: readonly DialogKind[] = ['output'];

export const openings = [{ key: ':runs', opens: 'runs' }] as const;
