import { overlayChanged, overlayOpened } from '../state/overlays.ts';
import { type Binding, transition } from './binding.ts';
import { closes } from './overlays.ts';
import { movingBindings } from './scrolling.ts';

const scrolls = (by: number) =>
  transition((state) =>
    overlayChanged(state, 'exposure', (overlay) => ({ ...overlay, top: Math.max(0, overlay.top + by) })),
  );

/** Opens the exposure, from every pane. */
export const exposureBinding: Binding = {
  id: 'exposure',
  keys: ['$'],
  label: 'Exposure: max cost by type, region and bid, and the budget',
  hint: null,
  scope: 'everywhere',
  run: transition((state) => overlayOpened(state, { kind: 'exposure', top: 0 })),
};

/** Keys of the exposure. */
export const exposureBindings: readonly Binding[] = [
  ...movingBindings('exposure', scrolls, { verb: 'Scroll', letters: true, hint: 'scroll' }),
  closes('exposure', ['Esc', 'q', '$', 'Enter'], 'Back'),
];
