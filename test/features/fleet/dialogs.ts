import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

export const dialogs = {
  fleet: [
    { kind: 'fleet', cursor: null, at: 0, marks: new Set() },
    { kind: 'fleet', cursor: 'other-bid a', at: 0, marks: new Set(['other-bid a']) },
  ],
} satisfies DialogExamples;
