import { textBufferOf } from '../../lib/text-buffer.ts';
import { showNotice } from '../activity.ts';
import type { OpenDialog } from '../dialog-state.ts';
import { dialogOpened } from '../dialogs/dialog-stack.ts';
import { fieldsRenewed, formChecked } from '../dialogs/form-state.ts';
import { isSameEffect, type OpenQuestion } from '../question.ts';
import { liveContextOf } from '../row-context.ts';
import type { ConsoleState } from '../state.ts';
import { effectNow } from './record.ts';

const UNANSWERED = { editor: textBufferOf(''), wrong: null };

/** A second tap goes to the hint line, everything else to a dialog. */
export function questionShown(state: ConsoleState, question: OpenQuestion): ConsoleState {
  if (question.effect.answer.by === 'tap') return { ...state, tapQuestion: question, notice: null };
  const dialog = { kind: 'confirm', question: { ...question, key: null }, impossible: null, ...UNANSWERED } as const;
  return dialogOpened(tapCancelled(state), dialog);
}

export const tapCancelled = (state: ConsoleState): ConsoleState =>
  state.tapQuestion === null ? state : { ...state, tapQuestion: null };

/** A changed effect makes a new question; an impossible one says why. The same state when nothing has changed. */
export function questionsRenewed(before: ConsoleState): ConsoleState {
  const state = tapRenewed(before);
  const dialogs = state.dialogs.map((dialog) => dialogRenewed(state, dialog));
  return dialogs.every((dialog, n) => dialog === state.dialogs[n]) ? state : { ...state, dialogs };
}

function tapRenewed(state: ConsoleState): ConsoleState {
  const { tapQuestion } = state;
  if (tapQuestion === null) return state;
  const now = renewed(state, tapQuestion);
  if (typeof now === 'string') return showNotice(tapCancelled(state), now, 'warn');
  if (now === tapQuestion) return state;
  return now.effect.answer.by === 'nothing' ? { ...state, tapQuestion: now } : questionShown(state, now);
}

function dialogRenewed(state: ConsoleState, dialog: OpenDialog): OpenDialog {
  if (dialog.kind === 'form') {
    const { step } = dialog;
    if (step.kind !== 'review') return fieldsRenewed(dialog, liveContextOf(state));
    const now = renewed(state, step.question);
    if (typeof now === 'string') return formChecked(dialog, liveContextOf(state));
    return now === step.question ? dialog : { ...dialog, step: { ...step, ...UNANSWERED, question: now } };
  }
  if (dialog.kind !== 'confirm') return dialog;
  const { question, impossible } = dialog;
  const now = renewed(state, question);
  if (now === (impossible ?? question)) return dialog;
  // A copy is a new question: an answer to the one before does not count.
  return typeof now === 'string'
    ? { ...dialog, ...UNANSWERED, question: { ...question }, impossible: now }
    : { ...dialog, ...UNANSWERED, question: { ...now }, impossible: null };
}

/** The same object while its effect is the same; a text says why it is impossible. */
function renewed(state: ConsoleState, question: OpenQuestion): OpenQuestion | string {
  const now = effectNow(state, question.request);
  if (!now.ok) return now.error;
  return isSameEffect(now.value, question.effect) ? question : { ...question, effect: now.value };
}

/** After a time without a screen delay and typed text begin again, and a first tap is cancelled. */
export function questionsAskedAgain(state: ConsoleState): ConsoleState {
  const dialogs = state.dialogs.map((dialog): OpenDialog => {
    if (dialog.kind === 'confirm') return { ...dialog, ...UNANSWERED, question: { ...dialog.question } };
    if (dialog.kind === 'form' && dialog.step.kind === 'review')
      return { ...dialog, step: { ...dialog.step, ...UNANSWERED, question: { ...dialog.step.question } } };
    return copyOf(dialog);
  });
  return questionsRenewed({ ...tapCancelled(state), dialogs, waitingAnswer: null });
}

/** A question is known by its object, so a copy is a new one. */
function copyOf<Kind extends OpenDialog>(dialog: Kind): Kind {
  return 'step' in dialog && typeof dialog.step === 'object' ? { ...dialog, step: { ...dialog.step } } : { ...dialog };
}
