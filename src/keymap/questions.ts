import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { Question } from '../state/dialogs/armed-action.ts';
import { topDialog } from '../state/dialogs/dialog-stack.ts';
import { tapRenewed } from '../state/second-tap.ts';
import type { ConsoleState } from '../state/state.ts';
import { dialogOf } from './all-bindings.ts';

/** Time before a key can answer a new question, so that no key typed or pasted ahead does, in milliseconds. */
export const UNANSWERABLE_MS = 250;
/** Time that a first tap waits for its second, in milliseconds. */
export const ARMED_MS = 5000;

/** Returns the open question, identified by its object in the state; null when none is open. */
export function questionOf(state: ConsoleState): Question | null {
  const own = topDialog(state);
  return own === undefined ? state.armed : (dialogOf(own).question?.(own) ?? null);
}

/** Whether a key could answer the open question now. */
export function isAnswerable(state: ConsoleState): boolean {
  return state.answerable !== null && state.answerable === questionOf(state);
}

/**
 * Keeps the question of a first tap true while rows arrive, makes each question answerable after UNANSWERABLE_MS, and cancels a
 * first tap without a second after ARMED_MS, also when its question has changed in the meantime.
 */
export function watchQuestions(store: StoreApi<ConsoleState>, clock: Clock): Cancel {
  const stops = [
    store.subscribe((state) => {
      const renewed = tapRenewed(state);
      if (renewed !== state) store.setState(renewed, true);
    }),
    watchEach(store, questionOf, (question) => {
      // One more turn of the event loop, so that keys typed while the program was busy are read before the question is answerable.
      let cancel = clock.after(UNANSWERABLE_MS, () => {
        cancel = clock.after(0, () => store.setState({ answerable: question }));
      });
      return () => {
        cancel();
        if (store.getState().answerable !== null) store.setState({ answerable: null });
      };
    }),
    watchEach(
      store,
      ({ armed }) => armed?.for ?? null,
      () => clock.after(ARMED_MS, () => store.setState({ armed: null })),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Calls `open` for each object that `find` returns anew, and cancels what it began once `find` returns another or none. */
function watchEach<Found extends object>(
  store: StoreApi<ConsoleState>,
  find: (state: ConsoleState) => Found | null,
  open: (found: Found) => Cancel,
): Cancel {
  let current: Found | null = null;
  let cancel: Cancel = () => undefined;
  const follow = (found: Found | null): void => {
    if (found === current) return;
    const cancelLast = cancel;
    // Set first, because what is called below may change the state and so call this function again.
    current = found;
    cancel = () => undefined;
    cancelLast();
    if (found !== null) cancel = open(found);
  };
  const stop = store.subscribe((state) => follow(find(state)));
  return () => {
    stop();
    follow(null);
  };
}
