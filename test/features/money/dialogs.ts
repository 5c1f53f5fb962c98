import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

export const dialogs = {
  money: [
    { kind: 'money', tab: 'Now', top: 0 },
    { kind: 'money', tab: 'Spent', top: 0 },
  ],
} satisfies DialogExamples;

export const openings = [{ key: '$', opens: 'money' }] as const;
