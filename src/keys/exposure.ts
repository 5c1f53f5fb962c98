import { overlayChanged, overlayOpened } from '../state/overlays.ts';
import type { Binding } from './binding.ts';
import { changes } from './global.ts';
import { closes } from './overlays.ts';
import { movingBindings } from './scrolling.ts';

const scrolls = (by: number) =>
  changes((state) =>
    overlayChanged(state, 'exposure', (overlay) => ({ ...overlay, top: Math.max(0, overlay.top + by) })),
  );

/** Opens the exposure, from every pane. */
export const exposureBinding: Binding = {
  id: 'exposure',
  keys: ['$'],
  label: 'Exposure: max cost by type, region and bid, and the budget',
  hint: null,
  scope: 'everywhere',
  run: changes((state) => overlayOpened(state, { kind: 'exposure', top: 0 })),
};

/** Keys of the exposure. */
export const exposureBindings: readonly Binding[] = [
  ...movingBindings('exposure', scrolls, { verb: 'Scroll', letters: true, hint: 'scroll' }),
  closes('exposure', ['Esc', 'q', '$', 'Enter'], 'Back'),
];
