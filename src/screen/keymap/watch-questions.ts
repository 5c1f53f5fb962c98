import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../../lib/clock.ts';
import { type Controller, update } from '../../store/controller.ts';
import { UNANSWERABLE_MS } from '../../store/question.ts';
import { questionsAskedAgain, questionsRenewed, tapCancelled } from '../../store/questions/renew.ts';
import type { ConsoleState } from '../../store/state.ts';
import { HELD_MS, takeWaitingAnswer, wasStopped } from './key-to-write.ts';
import { questionOf } from './open-question.ts';

/** How long a first tap waits. Milliseconds. */
export const TAP_MS = 5000;

/** Keeps open questions true while rows arrive, and times them: when they can be answered, when an answer counts, when a tap ends. */
export function watchQuestions(controller: Controller, clock: Clock): Cancel {
  const { store } = controller;
  const stops = [
    store.subscribe((state, before) => {
      const isOpen = state.tapQuestion !== null || state.dialogs.length > 0;
      if (!isOpen || isOnlyTyped(state, before)) return;
      const now = wasStopped(before, state.now) ? questionsAskedAgain(state) : questionsRenewed(state);
      if (now !== state) store.setState(now, true);
    }),
    watchEach(store, questionOf, (question) => {
      // One more turn, for keys typed while the program was busy.
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
      ({ waitingAnswer }) => waitingAnswer,
      () => clock.after(HELD_MS, () => takeWaitingAnswer(controller)),
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

/** Parts without a role in any effect; they change with each typed character. */
const TYPED: ReadonlySet<string> = new Set<keyof ConsoleState>([
  'answerable',
  'dialogs',
  'notice',
  'tapQuestion',
  'waitingAnswer',
]);

/** Saves computing the effect of thousands of rows for each character. */
function isOnlyTyped(state: ConsoleState, before: ConsoleState): boolean {
  const earlier = new Map<string, unknown>(Object.entries(before));
  return Object.entries(state).every(([part, value]) => TYPED.has(part) || value === earlier.get(part));
}

/** Opens each new object returned by `find`, and cancels it with the next. */
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
    // Set first: the calls below may change the state and so call this again.
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
