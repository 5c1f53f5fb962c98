import { type Binding, transition } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { dialogChanged, dialogOpened } from '../state/dialogs/dialog-stack.ts';
import { closes, type Dialog } from './dialog.ts';
import { exposureLines } from './exposure-lines.ts';

const scrolls = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'exposure', (dialog) => ({ ...dialog, top: Math.max(0, dialog.top + by) })),
  );

const bindings: readonly Binding[] = [
  ...scrollBindings('exposure', scrolls, { verb: 'Scroll', letters: true, hint: 'scroll' }),
  closes('exposure', ['Esc', 'q', '$', 'Enter'], 'Back'),
];

export const exposure: Dialog<'exposure'> = {
  kind: 'exposure',
  openFrom: {
    id: 'exposure',
    keys: ['$'],
    label: 'Exposure: max cost by type, region and bid, and the budget',
    hint: null,
    scope: 'everywhere',
    run: transition((state) => dialogOpened(state, { kind: 'exposure', top: 0 })),
  },
  title: () => 'Exposure: max cost per hour',
  lines: (state, _, { width }) => exposureLines(state, width),
  box: ({ top }) => ({ width: 100, top }),
  helpTitle: 'Exposure',
  bindings,
};
