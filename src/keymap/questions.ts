import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { Question } from '../state/dialogs/armed-action.ts';
import { topDialog } from '../state/dialogs/dialog-stack.ts';
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

/** Makes each question answerable after UNANSWERABLE_MS, and cancels a first tap without a second after ARMED_MS. */
export function watchQuestions(store: StoreApi<ConsoleState>, clock: Clock): Cancel {
  let current: Question | null = null;
  let waits: readonly Cancel[] = [];
  const whileOpen = (question: Question, then: () => void) => (): void => {
    if (questionOf(store.getState()) === question) then();
  };
  const open = (question: Question | null): void => {
    for (const cancel of waits) cancel();
    current = question;
    waits = [];
    if (store.getState().answerable !== null) store.setState({ answerable: null });
    if (question === null) return;
    const answerable = whileOpen(question, () => store.setState({ answerable: question }));
    // One more turn of the event loop, so that keys typed while the program was busy are read before the question is answerable.
    const delay = clock.after(UNANSWERABLE_MS, () => {
      waits = [...waits, clock.after(0, answerable)];
    });
    const { armed } = store.getState();
    const cancelTap = whileOpen(question, () => store.setState({ armed: null }));
    waits = [delay, ...(question === armed ? [clock.after(ARMED_MS, cancelTap)] : [])];
  };
  const stop = store.subscribe((state) => {
    const question = questionOf(state);
    if (question !== current) open(question);
  });
  return () => {
    stop();
    open(null);
  };
}
