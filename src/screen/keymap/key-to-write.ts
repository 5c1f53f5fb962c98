import { insert, textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, type Transition, update } from '../../store/controller.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import { dialogChanged, dialogClosed, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { isTooSmall } from '../../store/panes/layout.ts';
import {
  type Effect,
  hiddenIn,
  isExpected,
  questionAbout,
  type Request,
  type RequestKind,
  type RequestOf,
  type TypedAnswer,
  withHidden,
} from '../../store/question.ts';
import { effectNow, recordOf } from '../../store/questions/record.ts';
import { questionShown, questionsAskedAgain, questionsRenewed, tapCancelled } from '../../store/questions/renew.ts';
import type { ConsoleState } from '../../store/state.ts';
import { quit } from '../dialogs/quit.ts';
import { dialogOf } from '../dialogs/screen.ts';
import type { Binding, Press } from '../keys/binding.ts';
import { bindingFor, REDRAW } from './active-bindings.ts';
import { askedChange, questionOf } from './open-question.ts';
import { pasteRefusal, textInFocus, textTyped, unboundKeyPressed } from './text-focus.ts';

// From a key to a write, read from top to bottom: key, binding, reason against it, question, answer, write. Each check stands here once.

/** Without a tick for so long the program was stopped, or the machine asleep. Milliseconds. */
export const STOPPED_MS = 5000;
/** A key that comes again within this time is held down: most keyboards repeat faster. Milliseconds. */
export const HELD_MS = 150;
/** A key within this time belongs to the text before it. Milliseconds. */
const TYPED_ON_MS = 1000;
/** Commands for a screen too small to show anything. */
const UNSEEN: readonly string[] = ['quit', 'quit-at-once', 'to-shell', REDRAW];

/** A key runs its binding, says why not, or goes to the text in focus. */
export function press(controller: Controller, key: Press): void {
  const { name, at } = key;
  const { store } = controller;
  if (wasStopped(store.getState(), at)) update(controller, (now) => questionsAskedAgain({ ...now, now: at }));
  settleWaitingAnswer(controller, name);
  if (isTypedOn(controller, key)) {
    update(controller, (now) => showNotice(now, `${name} was typed for what has closed: nothing was done.`, 'warn'));
    return;
  }
  const binding = bindingFor(store.getState(), key);
  if (isTooSmall(store.getState().size)) {
    if (binding !== undefined && UNSEEN.includes(binding.id)) binding.run(controller, key);
    else if (name === 'Ctrl-c') quit(controller);
  } else if (binding === undefined) pressUnbound(controller, key);
  else if (binding.confirms !== true || isAnswer(controller, key)) runBinding(controller, binding, key);
}

/** A pasted text goes to the field in focus, and never runs a binding. */
export function paste(controller: Controller, text: string): void {
  const before = controller.store.getState();
  if (isTooSmall(before.size)) return;
  const focus = textInFocus(before);
  update(controller, (now) => {
    const state = tapCancelled(now);
    const why = pasteRefusal(focus, text);
    return focus === null || why !== null
      ? showNotice(state, `Paste ignored: ${why}.`, 'warn')
      : textTyped(state, insert(focus.editor, text, focus.lines));
  });
}

/** Whether nobody could see the screen since the last tick. A recording asks nothing. */
export const wasStopped = ({ shownInstead, now }: Pick<ConsoleState, 'shownInstead' | 'now'>, at: number): boolean =>
  shownInstead === null && at - now > STOPPED_MS;

/** Whether a key goes on with text for a dialog closed by its answer. */
function isTypedOn(controller: Controller, { name, types, at }: Press): boolean {
  const state = controller.store.getState();
  const { typedAtAnswer } = state;
  const own = topDialog(state);
  const isText = types || name === 'Enter';
  if (own !== undefined && awaitsAnswer(state, own)) {
    if (isText) update(controller, (now) => ({ ...now, typedAtAnswer: at }));
    return false;
  }
  if (typedAtAnswer === null) return false;
  const goesOn = isText && textInFocus(state) === null && Math.abs(at - typedAtAnswer) < TYPED_ON_MS;
  update(controller, (now) => ({ ...now, typedAtAnswer: goesOn ? at : null }));
  return goesOn;
}

const awaitsAnswer = <Kind extends DialogKind>(state: ConsoleState, own: DialogState<Kind>): boolean =>
  dialogOf(state, own).awaitsAnswer?.(own) ?? false;

function pressUnbound(controller: Controller, key: Press): void {
  update(controller, tapCancelled);
  if (key.name === 'Ctrl-c') quit(controller);
  else update(controller, (now) => unboundKeyPressed(now, key));
}

/**
 * Whether a key answers the open question: alone in its read, once the question could be read, not held down. When it repeats the key
 * before it, it waits, and counts if it does not come again.
 */
function isAnswer(controller: Controller, { name, alone, answers, repeatedAfter }: Press): boolean {
  const state = controller.store.getState();
  const question = questionOf(state);
  if (state.waitingAnswer !== null || (repeatedAfter !== null && repeatedAfter < HELD_MS)) {
    const heldDown = `${name} is held down, so nothing was done. Let it go, then press it again.`;
    update(controller, (now) => showNotice({ ...now, waitingAnswer: null }, heldDown, 'warn'));
    return false;
  }
  if (!alone || question === null || answers !== question) {
    const tooSoon = `${name} came too soon, or together with other keys, so nothing was done. Press it again.`;
    update(controller, (now) => showNotice(now, tooSoon, 'warn'));
    return false;
  }
  if (repeatedAfter !== null) update(controller, (now) => ({ ...now, waitingAnswer: { key: name, question } }));
  return repeatedAfter === null;
}

/** Another key shows that the first is not held down; Esc takes the answer back. */
function settleWaitingAnswer(controller: Controller, name: string): void {
  const { waitingAnswer } = controller.store.getState();
  if (waitingAnswer === null || name === waitingAnswer.key) return;
  if (name === 'Esc') update(controller, (now) => ({ ...now, waitingAnswer: null }));
  else takeWaitingAnswer(controller);
}

/** Counts for the question open at its key press. */
export function takeWaitingAnswer(controller: Controller): void {
  const { waitingAnswer } = controller.store.getState();
  if (waitingAnswer === null) return;
  update(controller, (now) => ({ ...now, waitingAnswer: null }));
  const state = controller.store.getState();
  const { key: name, question } = waitingAnswer;
  const key = { name, types: false, alone: true, answers: question, at: state.now, repeatedAfter: null };
  const binding = bindingFor(state, key);
  if (binding?.confirms === true && question === questionOf(state)) runBinding(controller, binding, key);
}

/** A binding runs, or says why it is disabled. It cancels a first tap, but for the tap's own keys. */
export function runBinding(controller: Controller, binding: Binding, key: Press): void {
  const why = binding.disabled?.(controller.store.getState()) ?? null;
  if (binding.scope !== 'tap') update(controller, tapCancelled);
  if (why !== null) update(controller, (now) => showNotice(now, why, 'warn'));
  else {
    if (controller.store.getState().notice !== null) update(controller, (now) => ({ ...now, notice: null }));
    binding.run(controller, key);
  }
}

/** A request becomes a question, or is carried out at once if it needs no answer. `key` confirms a second tap. */
export function ask(controller: Controller, request: Request, key: string): void {
  const effect = effectNow(controller.store.getState(), request);
  if (!effect.ok) update(controller, (state) => showNotice(state, effect.error, 'warn'));
  else if (effect.value.answer.by === 'nothing') carryOut(controller, request, effect.value);
  else update(controller, (state) => questionShown(state, questionAbout(request, effect.value, key)));
}

/** Asks again, with the marked rows hidden by a filter. */
export function askWithHidden(controller: Controller): void {
  const state = controller.store.getState();
  const asked = askedChange(state)?.question ?? null;
  if (asked === null || hiddenIn(asked.request) === null) return;
  if (topDialog(state)?.kind === 'confirm') update(controller, dialogClosed);
  ask(controller, withHidden(asked.request), asked.key ?? 'y');
}

/** An answer counts if the effect is still the one shown, and the text asked for was typed. */
export function answer(controller: Controller): void {
  const state = controller.store.getState();
  const asked = askedChange(state);
  if (asked === null) return;
  const { question, editor, impossible } = asked;
  const { effect, request } = question;
  const now = questionsRenewed(state);
  if (askedChange(now)?.question !== question) {
    const isExplained = now.notice !== state.notice;
    update(controller, () => (isExplained ? now : showNotice(now, CHANGED_SINCE, 'warn')));
  } else if (impossible !== null) update(controller, (open) => showNotice(dialogClosed(open), impossible, 'warn'));
  else if (effect.answer.by === 'typed' && !isExpected(effect.answer, textIn(editor)))
    update(controller, answeredWrong(effect.answer));
  else {
    update(controller, (open) => (topDialog(open)?.kind === 'confirm' ? dialogClosed(open) : tapCancelled(open)));
    carryOut(controller, request, effect);
  }
}

const CHANGED_SINCE = 'This has changed since it was asked, so nothing was sent yet. Look at it again.';

const answeredWrong =
  ({ expected }: TypedAnswer): Transition =>
  (state) => {
    const confirm = dialogChanged(state, 'confirm', (own) => ({
      ...own,
      wrong: `Type ${expected} to go on, or press Esc.`,
      editor: textBufferOf(''),
    }));
    return dialogChanged(confirm, 'form', (own) => {
      const wrong = `Type ${expected} to send it, or press Esc to change it.`;
      return own.step.kind === 'review' ? { ...own, step: { ...own.step, wrong } } : own;
    });
  };

/** The record of the request hands its writes to `sync/write-queue.ts`. Each is sent once. */
function carryOut<Kind extends RequestKind>(controller: Controller, request: RequestOf<Kind>, effect: Effect): void {
  recordOf(controller.store.getState(), request).carryOut(controller, request, effect);
}
