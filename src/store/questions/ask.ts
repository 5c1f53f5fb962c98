import type { Outcome } from '../../api/result.ts';
import { textBufferOf } from '../../lib/text-buffer.ts';
import { showNotice } from '../activity.ts';
import { type Controller, update, withRemote } from '../controller.ts';
import type { OpenDialog } from '../dialog-state.ts';
import { dialogChanged, dialogClosed, dialogOpened } from '../dialogs/dialog-stack.ts';
import { formEffect } from '../dialogs/form-state.ts';
import {
  type Effect,
  isExpected,
  isSameEffect,
  type OpenQuestion,
  questionAbout,
  type Request,
  type RequestKind,
  type RequestOf,
  withHidden,
} from '../question.ts';
import { liveContextOf } from '../row-context.ts';
import type { ConsoleState } from '../state.ts';
import { changeRows } from './change-rows.ts';
import type { QuestionRecord, Questions } from './record.ts';
import { undoChange } from './undo.ts';

/** Sending a form: its review is computed from the rows as they are now. */
const sendForm: QuestionRecord<'form'> = {
  now: (state, { form, values }) => {
    const effect = formEffect(form, values, liveContextOf(state));
    return effect.ok ? effect : { ok: false, error: effect.error.map(({ message }) => message).join(' ') };
  },
  carryOut: (controller, _, { writes, review }) => {
    const [only, ...others] = writes;
    if (only === undefined) return;
    if (others.length > 0) {
      // The service may refuse some writes of several: their rows keep the marks, and the operator opens the form for them again.
      update(controller, dialogClosed);
      withRemote(controller, (remote) => remote.send(writes));
      return;
    }
    showSending(controller, review);
    withRemote(controller, (remote) => remote.submit(only));
  },
};

/** How the kernel's kinds of request are decided and done. Every key, dialog, form and palette entry that changes something goes through a record. */
const kernelQuestions = {
  action: changeRows,
  undo: undoChange,
  form: sendForm,
} satisfies Partial<Questions>;

/** The records that features bring. */
export type BroughtQuestions = Pick<Questions, Exclude<RequestKind, keyof typeof kernelQuestions>>;

/** The records of all kinds of requests. */
export const composedQuestions = (brought: BroughtQuestions): Questions => ({ ...kernelQuestions, ...brought });

/** @throws in a program without a screen. */
function recordOf<Kind extends RequestKind>(
  { features }: ConsoleState,
  { kind }: RequestOf<Kind>,
): QuestionRecord<Kind> {
  if (features.questions === undefined) throw new Error('This program asks nothing.');
  return features.questions[kind];
}

/** What a request would do to the rows as they are now, or why it can't be done. */
export function effectNow<Kind extends RequestKind>(
  state: ConsoleState,
  request: RequestOf<Kind>,
): Outcome<Effect, string> {
  return recordOf(state, request).now(state, request);
}

function carryOut<Kind extends RequestKind>(controller: Controller, request: RequestOf<Kind>, effect: Effect): void {
  recordOf(controller.store.getState(), request).carryOut(controller, request, effect);
}

/** Does what is requested, or asks first; `key` is the one that confirms a second tap. A notice says why it can't be done. */
export function ask(controller: Controller, request: Request, key: string): void {
  const effect = effectNow(controller.store.getState(), request);
  if (!effect.ok) {
    update(controller, (state) => showNotice(state, effect.error, 'warn'));
    return;
  }
  if (effect.value.answer.by === 'nothing') {
    carryOut(controller, request, effect.value);
    return;
  }
  update(controller, (state) => questionShown(state, request, effect.value, key));
}

/** Shows a question where its answer belongs: a second tap in the hint line, everything else in a dialog. */
function questionShown(state: ConsoleState, request: Request, effect: Effect, key: string): ConsoleState {
  if (effect.answer.by === 'tap') return { ...state, tapQuestion: questionAbout(request, effect, key), notice: null };
  return dialogOpened({ ...state, tapQuestion: null }, confirmDialog(questionAbout(request, effect, null)));
}

export const confirmDialog = (question: OpenQuestion): OpenDialog => ({
  kind: 'confirm',
  question: { ...question, key: null },
  impossible: null,
  editor: textBufferOf(''),
  wrong: null,
});

/** Cancels a first tap without effect. */
export function tapCancelled(state: ConsoleState): ConsoleState {
  return state.tapQuestion === null ? state : { ...state, tapQuestion: null };
}

/** Asks about all marked rows, those that a filter hides too. */
export function askWithHidden(controller: Controller, { request, key }: OpenQuestion): void {
  ask(controller, withHidden(request), key ?? 'y');
}

/** How an answer is taken: as agreement to the effect as it is now, or not. */
export type AnswerResult =
  | { readonly kind: 'agreed' }
  /** The typed text is not the one asked for. */
  | { readonly kind: 'wrong'; readonly expected: string }
  /** The effect has changed since it was shown: the question begins again. */
  | { readonly kind: 'changed'; readonly question: OpenQuestion }
  | { readonly kind: 'impossible'; readonly why: string };

/** Judges an answer by the effect as it is now; `text` is what was typed. */
export function answeredBy(state: ConsoleState, question: OpenQuestion, text: string): AnswerResult {
  const now = renewed(state, question);
  if (!now.ok) return { kind: 'impossible', why: now.error };
  if (now.value !== question) return { kind: 'changed', question: now.value };
  const { answer } = question.effect;
  return answer.by === 'typed' && !isExpected(answer, text)
    ? { kind: 'wrong', expected: answer.expected }
    : { kind: 'agreed' };
}

/** Does what was agreed to. */
export function agreed(controller: Controller, { request, effect }: OpenQuestion): void {
  carryOut(controller, request, effect);
}

/** A question as it is now: the same object while its effect is the same, or why it is no longer possible. */
export function renewed(state: ConsoleState, question: OpenQuestion): Outcome<OpenQuestion, string> {
  const now = effectNow(state, question.request);
  if (!now.ok) return now;
  return {
    ok: true,
    value: isSameEffect(now.value, question.effect) ? question : { ...question, effect: now.value, tapped: false },
  };
}

function showSending(controller: Controller, lines: Effect['review']): void {
  update(controller, (state) =>
    dialogChanged(state, 'form', (form) => ({ ...form, step: { kind: 'sending', lines } })),
  );
}
