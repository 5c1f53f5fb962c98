import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

export const dialogs = {
  'gpu-picture': [{ kind: 'gpu-picture', cursor: null, at: 0, top: 0 }],
} satisfies DialogExamples;

export const openedByOthers = ['gpu-picture'] as const;
