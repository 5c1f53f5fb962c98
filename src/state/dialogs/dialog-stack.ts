import type { ConsoleState } from '../state.ts';
import type { Overlay } from './dialog-state.ts';

/** What has the keys: the overlay on top, or undefined when the panes have them. */
export function topOverlay(state: ConsoleState): Overlay | undefined {
  return state.overlays.at(-1);
}

export function overlayOpened(state: ConsoleState, overlay: Overlay): ConsoleState {
  return { ...state, overlays: [...state.overlays, overlay], notice: null };
}

export function overlayClosed(state: ConsoleState): ConsoleState {
  return { ...state, overlays: state.overlays.slice(0, -1) };
}

/** The top overlay as it is after a change; nothing happens when it is not of the kind the change is for. */
export function overlayChanged<Kind extends Overlay['kind']>(
  state: ConsoleState,
  kind: Kind,
  change: (overlay: Extract<Overlay, { kind: Kind }>) => Overlay,
): ConsoleState {
  const top = topOverlay(state);
  return top === undefined || !isKind(top, kind) ? state : topReplaced(state, change(top));
}

/** The dialog on top gives way to another state of it. */
export function topReplaced(state: ConsoleState, overlay: Overlay): ConsoleState {
  return { ...state, overlays: [...state.overlays.slice(0, -1), overlay] };
}

function isKind<Kind extends Overlay['kind']>(
  overlay: Overlay,
  kind: Kind,
): overlay is Extract<Overlay, { kind: Kind }> {
  return overlay.kind === kind;
}
