import { showNotice } from '../activity.ts';
import { type Controller, update } from '../controller.ts';
import { agreed, answeredBy, tapCancelled } from './ask.ts';

/** Carries out what a first tap has asked, or asks again when its effect has changed since. */
export function tapConfirmed(controller: Controller): void {
  const state = controller.store.getState();
  const { tapQuestion } = state;
  if (tapQuestion === null) return;
  const answer = answeredBy(state, tapQuestion, '');
  update(controller, (now) => {
    const cancelled = tapCancelled(now);
    if (answer.kind === 'changed') return { ...cancelled, tapQuestion: answer.question };
    return answer.kind === 'impossible' ? showNotice(cancelled, answer.why, 'warn') : cancelled;
  });
  if (answer.kind === 'agreed') agreed(controller, tapQuestion);
}

/** The notice for an answer whose key is held down. */
export const heldDown = (key: string): string =>
  `${key} is held down, so nothing was done. Let it go, then press it again.`;

/**
 * Takes a tap of the key that asked. It counts once no other of the same key has followed: a key that is held down repeats at once, and
 * then the question waits anew.
 */
export function tapTaken(controller: Controller, canConfirm: boolean): void {
  const { tapQuestion } = controller.store.getState();
  if (tapQuestion === null) return;
  const { key, tapped } = tapQuestion;
  if (tapped) tapHeldDown(controller, key ?? 'The key');
  else update(controller, (state) => ({ ...state, tapQuestion: { ...tapQuestion, tapped: canConfirm } }));
}

/** A key that is held down is no tap, and takes back the one before it. */
export function tapHeldDown(controller: Controller, key: string): void {
  update(controller, (state) => {
    const { tapQuestion } = state;
    const waiting = tapQuestion?.tapped === true ? { ...tapQuestion, tapped: false } : tapQuestion;
    return waiting === null ? state : showNotice({ ...state, tapQuestion: waiting }, heldDown(key), 'warn');
  });
}
