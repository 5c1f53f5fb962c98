import { textIn } from '../lib/editor.ts';
import type { ConsoleState } from './console.ts';
import { overlayChanged, topOverlay } from './overlays.ts';

/** Where the console can be turned to: another profile, or another project of the same service. */
export type Place = { readonly kind: 'profile' | 'project'; readonly name: string };

/** What fits what is typed: profiles that have it in their name, then the project of just that name. */
export function placesFor(state: ConsoleState): readonly Place[] {
  const top = topOverlay(state);
  const typed = top?.kind === 'switch' ? textIn(top.editor).trim() : '';
  const profiles = state.profiles
    .filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
    .map((name): Place => ({ kind: 'profile', name }));
  return typed === '' ? profiles : [...profiles, { kind: 'project', name: typed }];
}

/** Another place is pointed at, around in their order. */
export function placeMoved(state: ConsoleState, by: number): ConsoleState {
  const count = placesFor(state).length;
  return overlayChanged(state, 'switch', (overlay) => ({
    ...overlay,
    at: count === 0 ? 0 : (overlay.at + by + count) % count,
  }));
}
