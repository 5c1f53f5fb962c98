import type { DialogKind } from '../../../src/store/dialog-state.ts';
import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

export const dialogs = {
  exposure: [
    { kind: 'exposure', period: 'now', top: 0 },
    { kind: 'exposure', period: '7-days', top: 0 },
  ],
  'price-chart': [
    {
      kind: 'price-chart',
      pair: { type: '8xh100', region: 'eu-n1', sign: '$' },
      spanMs: 3_600_000,
      at: null,
      top: 0,
    },
  ],
} satisfies DialogExamples;

export const openings = [{ key: '$', opens: 'exposure' }] as const;

/** An action opens it. */
export const openedByOthers: readonly DialogKind[] = ['price-chart'];
