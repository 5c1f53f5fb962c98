import type { DialogKind } from '../../../src/store/dialog-state.ts';
import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

export const dialogs = {
  rotation: [
    { kind: 'rotation', lines: [], step: { kind: 'running' } },
    {
      kind: 'rotation',
      lines: [{ text: 'Made the key.', tone: 'plain' }],
      step: { kind: 'asking', lines: ['Go on?'] },
    },
    { kind: 'rotation', lines: [{ text: 'Revoked the key.', tone: 'plain' }], step: { kind: 'ended' } },
  ],
} satisfies DialogExamples;

export const openedByOthers: readonly DialogKind[] = ['rotation'];
