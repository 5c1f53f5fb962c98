import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

export const dialogs = {
  exposure: [
    { kind: 'exposure', period: 'now', top: 0 },
    { kind: 'exposure', period: '7-days', top: 0 },
  ],
} satisfies DialogExamples;

export const openings = [{ key: '$', opens: 'exposure' }] as const;
