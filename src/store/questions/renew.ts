import { textBufferOf } from '../../lib/text-buffer.ts';
import { showNotice } from '../activity.ts';
import type { OpenDialog } from '../dialog-state.ts';
import { dialogOpened } from '../dialogs/dialog-stack.ts';
import { fieldsRenewed, formChecked } from '../dialogs/form-state.ts';
import type { OpenQuestion } from '../question.ts';
import { liveContextOf } from '../row-context.ts';
import type { ConsoleState } from '../state.ts';
import { confirmDialog, renewed, tapCancelled } from './ask.ts';

/** What a new question has: nothing typed, and nothing wrong. */
const UNANSWERED = { editor: textBufferOf(''), wrong: null };

/**
 * Keeps the open questions true as rows, prices and the profile change: each says what it would do now, and goes away with the reason
 * when it is no longer possible. Returns the same state when nothing has changed.
 */
export function questionsRenewed(state: ConsoleState): ConsoleState {
  return dialogsRenewed(tapRenewed(state));
}

function tapRenewed(state: ConsoleState): ConsoleState {
  const { tapQuestion } = state;
  if (tapQuestion === null) return state;
  const now = renewed(state, tapQuestion);
  if (!now.ok) return showNotice(tapCancelled(state), now.error, 'warn');
  if (now.value === tapQuestion) return state;
  const { by } = now.value.effect.answer;
  if (by === 'tap' || by === 'nothing') return { ...state, tapQuestion: now.value };
  return dialogOpened(tapCancelled(state), confirmDialog(now.value));
}

function dialogsRenewed(state: ConsoleState): ConsoleState {
  const dialogs = state.dialogs.map((dialog) => dialogRenewed(state, dialog));
  return dialogs.every((dialog, n) => dialog === state.dialogs[n]) ? state : { ...state, dialogs };
}

function dialogRenewed(state: ConsoleState, dialog: OpenDialog): OpenDialog {
  if (dialog.kind === 'form') {
    const { step } = dialog;
    if (step.kind !== 'review') return fieldsRenewed(dialog, liveContextOf(state));
    const now = renewed(state, step.question);
    if (!now.ok) return formChecked(dialog, liveContextOf(state));
    return now.value === step.question ? dialog : { ...dialog, step: { ...step, ...UNANSWERED, question: now.value } };
  }
  if (dialog.kind !== 'confirm') return dialog;
  const { question, impossible } = dialog;
  const now = renewed(state, question);
  // A copy is a new question: an answer to the one before does not count.
  if (!now.ok)
    return now.error === impossible
      ? dialog
      : { ...dialog, ...UNANSWERED, question: { ...question }, impossible: now.error };
  if (now.value === question && impossible === null) return dialog;
  return { ...dialog, ...UNANSWERED, question: { ...now.value }, impossible: null };
}

/**
 * Asks every open question anew, after a time in which nobody could see it: its delay, its second tap and its typed text begin again. A
 * first tap is cancelled, because its second would come too late.
 */
export function questionsAskedAnew(state: ConsoleState): ConsoleState {
  const anew = (question: OpenQuestion): OpenQuestion => ({ ...question, tapped: false });
  const dialogs = state.dialogs.map((dialog): OpenDialog => {
    if (dialog.kind === 'confirm') return { ...dialog, ...UNANSWERED, question: anew(dialog.question) };
    if (dialog.kind === 'form' && dialog.step.kind === 'review')
      return { ...dialog, step: { ...dialog.step, ...UNANSWERED, question: anew(dialog.step.question) } };
    return copyOf(dialog);
  });
  return questionsRenewed({ ...tapCancelled(state), dialogs, waitingAnswer: null });
}

/** A copy of a dialog and of its step: a question is known by its object, so that a copy is a new one. */
function copyOf<Kind extends OpenDialog>(dialog: Kind): Kind {
  return 'step' in dialog && typeof dialog.step === 'object' ? { ...dialog, step: { ...dialog.step } } : { ...dialog };
}
