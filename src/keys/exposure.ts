import { overlayChanged, overlayOpened } from '../state/overlays.ts';
import type { Binding } from './binding.ts';
import { changes } from './global.ts';
import { closes } from './overlays.ts';

const PAGE = 10;

const scrolls = (by: number) =>
  changes((state) =>
    overlayChanged(state, 'exposure', (overlay) => ({ ...overlay, top: Math.max(0, overlay.top + by) })),
  );

/** Opens the exposure, from every pane. */
export const exposureBinding: Binding = {
  id: 'exposure',
  keys: ['$'],
  label: 'Exposure: what runs costs at most, by type, region and bid, and against the budget',
  hint: null,
  scope: 'everywhere',
  run: changes((state) => overlayOpened(state, { kind: 'exposure', top: 0 })),
};

/** Keys of the exposure. */
export const exposureBindings: readonly Binding[] = [
  {
    id: 'exposure-down',
    keys: ['j', 'Down'],
    label: 'Scroll down',
    hint: 'scroll',
    scope: 'exposure',
    run: scrolls(1),
  },
  { id: 'exposure-up', keys: ['k', 'Up'], label: 'Scroll up', hint: null, scope: 'exposure', run: scrolls(-1) },
  {
    id: 'exposure-page-down',
    keys: ['PgDn', 'Ctrl-d'],
    label: 'Scroll down a page',
    hint: null,
    scope: 'exposure',
    run: scrolls(PAGE),
  },
  {
    id: 'exposure-page-up',
    keys: ['PgUp', 'Ctrl-u'],
    label: 'Scroll up a page',
    hint: null,
    scope: 'exposure',
    run: scrolls(-PAGE),
  },
  closes('exposure', ['Esc', 'q', '$', 'Enter'], 'Back'),
];
