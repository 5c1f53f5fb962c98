import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { Question } from '../state/dialogs/armed-action.ts';
import { topDialog } from '../state/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../state/state.ts';
import { dialogOf } from './all-bindings.ts';

/** Time a question stands before a key can answer it, so that no key typed or pasted ahead does. Milliseconds. */
export const UNANSWERABLE_MS = 250;
/** Time that a first tap waits for its second. Milliseconds. */
export const ARMED_MS = 5000;

/** What is asked of the operator now, by the object that says so; null when nothing is. */
export function questionOf(state: ConsoleState): Question | null {
  const own = topDialog(state);
  return own === undefined ? state.armed : (dialogOf(own).question?.(own) ?? null);
}

/** Whether a key that comes now could answer what is asked. */
export function isAnswerable(state: ConsoleState): boolean {
  return state.answerable !== null && state.answerable === questionOf(state);
}

/** Lets every question become answerable when its time has come, and lets a first tap go that gets no second. */
export function watchQuestions(store: StoreApi<ConsoleState>, clock: Clock): Cancel {
  let asked: Question | null = null;
  let waits: readonly Cancel[] = [];
  const whileAsked = (question: Question, then: () => void) => (): void => {
    if (questionOf(store.getState()) === question) then();
  };
  const ask = (question: Question | null): void => {
    for (const cancel of waits) cancel();
    asked = question;
    waits = [];
    if (store.getState().answerable !== null) store.setState({ answerable: null });
    if (question === null) return;
    const answerable = whileAsked(question, () => store.setState({ answerable: question }));
    // One more turn: keys that came while the program was busy are read before this, and don't count.
    const soon = clock.after(UNANSWERABLE_MS, () => {
      waits = [...waits, clock.after(0, answerable)];
    });
    const { armed } = store.getState();
    const letGo = whileAsked(question, () => store.setState({ armed: null }));
    waits = [soon, ...(question === armed ? [clock.after(ARMED_MS, letGo)] : [])];
  };
  const stop = store.subscribe((state) => {
    const question = questionOf(state);
    if (question !== asked) ask(question);
  });
  return () => {
    stop();
    ask(null);
  };
}
