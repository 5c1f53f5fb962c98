import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

export const dialogs = {
  heatmap: [{ kind: 'heatmap', cursor: null, at: 0, top: 0 }],
} satisfies DialogExamples;
