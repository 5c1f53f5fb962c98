import { apply, type Desk, withRemote } from '../state/desk.ts';
import { noticed } from '../state/happened.ts';
import { overlayChanged, overlayClosed, overlayOpened, topOverlay } from '../state/overlays.ts';
import { refusedInReplay } from '../state/replaying.ts';
import { asCurl } from '../state/requests.ts';
import { type Binding, transition } from './binding.ts';
import { movingBindings } from './scrolling.ts';

function opened(desk: Desk): void {
  withRemote(desk, (remote) => {
    const entries = remote.requests();
    apply(desk, (state) => overlayOpened(state, { kind: 'requests', entries, at: 0, open: false }));
  });
}

const moves = (by: number) =>
  transition((state) =>
    overlayChanged(state, 'requests', (overlay) => ({
      ...overlay,
      at: Math.max(0, Math.min(overlay.at + by, overlay.entries.length - 1)),
    })),
  );

function copied(desk: Desk): void {
  const top = topOverlay(desk.store.getState());
  const entry = top?.kind === 'requests' ? top.entries[top.at] : undefined;
  if (entry === undefined) return;
  desk.terminal.copy(asCurl(entry));
  apply(desk, (state) => noticed(state, 'Copied as curl, with $SPOTDECK_TOKEN in place of the token.', 'good'));
}

/** Esc goes back from what was sent and answered to the list, and from there to the panes. */
const back = transition((state) => {
  const top = topOverlay(state);
  return top?.kind === 'requests' && top.open
    ? overlayChanged(state, 'requests', (overlay) => ({ ...overlay, open: false }))
    : overlayClosed(state);
});

/** Opens the list of requests, from every pane. */
export const requestsBinding: Binding = {
  id: 'requests',
  keys: ['@'],
  label: 'Request log: recent requests, their answers and durations',
  hint: null,
  scope: 'everywhere',
  disabled: (state) => refusedInReplay(state, 'no request is sent.'),
  run: opened,
};

/** Keys of the list of requests. */
export const requestBindings: readonly Binding[] = [
  ...movingBindings('requests', moves, { verb: 'Move', letters: true, hint: null }),
  {
    id: 'request-open',
    keys: ['Enter'],
    label: 'Request and response',
    hint: 'show',
    scope: 'requests',
    run: transition((state) => overlayChanged(state, 'requests', (overlay) => ({ ...overlay, open: !overlay.open }))),
  },
  { id: 'request-copy', keys: ['y'], label: 'Copy it as curl', hint: 'copy as curl', scope: 'requests', run: copied },
  {
    id: 'requests-again',
    keys: ['R', '@'],
    label: 'Show newer requests',
    hint: 'refresh',
    scope: 'requests',
    run: (desk) => {
      apply(desk, overlayClosed);
      opened(desk);
    },
  },
  { id: 'close-requests', keys: ['Esc', 'q'], label: 'Back', hint: 'back', scope: 'requests', run: back },
];
