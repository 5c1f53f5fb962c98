import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../../lib/clock.ts';
import { type Controller, update } from '../../store/controller.ts';
import { type OpenQuestion, UNANSWERABLE_MS } from '../../store/question.ts';
import { tapCancelled } from '../../store/questions/ask.ts';
import { questionsAskedAnew, questionsRenewed } from '../../store/questions/renew.ts';
import { tapConfirmed } from '../../store/questions/tap.ts';
import type { ConsoleState } from '../../store/state.ts';
import { answerTaken } from './dispatch.ts';
import { HELD_MS, questionOf, TAP_MS, wasStopped } from './questions.ts';

/**
 * Keeps the open questions true while rows arrive, makes each answerable after UNANSWERABLE_MS, takes a second tap, and an answer that waits, after HELD_MS,
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
      ({ waitingAnswer }) => waitingAnswer,
      () => clock.after(HELD_MS, () => answerTaken(controller)),
    ),
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
const TYPED: ReadonlySet<string> = new Set<keyof ConsoleState>([
  'answerable',
  'dialogs',
  'notice',
  'tapQuestion',
  'waitingAnswer',
]);

/** Whether a state differs from the one before only in what is typed and shown: the effect of thousands of rows is then not computed anew. */
function isOnlyTyped(state: ConsoleState, before: ConsoleState): boolean {
  const earlier = new Map<string, unknown>(Object.entries(before));
  return Object.entries(state).every(([part, value]) => TYPED.has(part) || value === earlier.get(part));
}

/** The question whose second tap has come. */
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
