import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../lib/clock.ts';
import { type Controller, update } from '../state/controller.ts';
import { topDialog } from '../state/dialogs/dialog-stack.ts';
import { isTooSmall } from '../state/panes/layout.ts';
import { tapCancelled } from '../state/questions/ask.ts';
import type { OpenQuestion } from '../state/questions/question.ts';
import { questionsAskedAnew, questionsRenewed } from '../state/questions/renew.ts';
import { tapConfirmed } from '../state/questions/tap.ts';
import type { ConsoleState } from '../state/state.ts';
import { dialogOf } from './all-bindings.ts';

/** Time before a key can answer a new question, so that no key typed or pasted ahead does, in milliseconds. */
export const UNANSWERABLE_MS = 250;
/** Time that a first tap waits for its second, in milliseconds. */
export const TAP_MS = 5000;
/**
 * Time after a second tap in which the same key must not come again, in milliseconds: a key that is held down repeats faster than this
 * on nearly every keyboard, and nobody taps three times.
 */
export const HELD_MS = 150;
/** Time without a tick of the clock after which the program counts as having been stopped or suspended, in milliseconds. */
export const STOPPED_MS = 5000;

/** Returns the open question, identified by its object in the state; null when none is open or none can be seen. */
export function questionOf(state: ConsoleState): object | null {
  if (isTooSmall(state.size)) return null;
  const own = topDialog(state);
  return own === undefined ? state.tapQuestion : (dialogOf(own).question?.(own) ?? null);
}

/** Whether a key could answer the open question now. */
export function isAnswerable(state: ConsoleState): boolean {
  return state.answerable !== null && state.answerable === questionOf(state);
}

/**
 * Whether nobody could see the screen since the last tick of the clock: the program was stopped, or the machine asleep. A recording has a
 * time of its own, and nothing to confirm.
 */
export const wasStopped = ({ replay, now }: Pick<ConsoleState, 'replay' | 'now'>, at: number): boolean =>
  replay === null && at - now > STOPPED_MS;

/**
 * Keeps the open questions true while rows arrive, makes each answerable after UNANSWERABLE_MS, carries out a second tap after HELD_MS,
 * and cancels a first tap without a second after TAP_MS, also when its question has changed in the meantime.
 */
export function watchQuestions(controller: Controller, clock: Clock): Cancel {
  const { store } = controller;
  const stops = [
    store.subscribe((state, before) => {
      const isOpen = state.tapQuestion !== null || state.dialogs.length > 0;
      if (!isOpen || isOnlyTyped(state, before)) return;
      const now = wasStopped(before, state.now) ? questionsAskedAnew(state) : questionsRenewed(state);
      if (now !== state) store.setState(now, true);
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
    watchEach(store, tapped, () => clock.after(HELD_MS, () => tapConfirmed(controller))),
    watchEach(
      store,
      ({ tapQuestion }) => tapQuestion?.request ?? null,
      () => clock.after(TAP_MS, () => update(controller, tapCancelled)),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The parts of the state that no effect is computed from, and that change with each typed character of an answer. */
const TYPED: ReadonlySet<string> = new Set<keyof ConsoleState>(['answerable', 'dialogs', 'notice', 'tapQuestion']);

/** Whether a state differs from the one before only in what is typed and shown: the effect of thousands of rows is then not computed anew. */
function isOnlyTyped(state: ConsoleState, before: ConsoleState): boolean {
  const earlier = new Map<string, unknown>(Object.entries(before));
  return Object.entries(state).every(([part, value]) => TYPED.has(part) || value === earlier.get(part));
}

/** Returns the question whose second tap has come. */
const tapped = ({ tapQuestion }: ConsoleState): OpenQuestion | null =>
  tapQuestion?.tapped === true ? tapQuestion : null;

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
