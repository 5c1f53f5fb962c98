import { textIn } from '../../lib/text-buffer.ts';
import { missingIn, textOf } from '../../resources/form.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update, withRemote } from '../../store/controller.ts';
import type { FormState } from '../../store/dialog-state.ts';
import { dialogChanged, dialogClosed, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { choiceTaken, chosenIn } from '../../store/dialogs/form-choices.ts';
import {
  fieldFilled,
  fieldIn,
  fieldMoved,
  formChecked,
  formRefused,
  onLastField,
} from '../../store/dialogs/form-state.ts';
import { agreed, answeredBy } from '../../store/questions/ask.ts';
import { questionsRenewed } from '../../store/questions/renew.ts';
import { contextOf, liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { CHANGED_SINCE } from './question-lines.ts';

export function openForm(state: ConsoleState): FormState | null {
  const top = topDialog(state);
  return top?.kind === 'form' ? top : null;
}

/** Takes the suggestion under the cursor, or the first one. The list is the one on screen, also while that is frozen. */
export const choiceTakenIn = (form: FormState, state: ConsoleState): FormState => choiceTaken(form, contextOf(state));

export const inForm = (change: (form: FormState, state: ConsoleState) => FormState) => (state: ConsoleState) =>
  dialogChanged(state, 'form', (form) => change(form, state));

/** Reads files named with `@path`, checks the values with the form's schema, and opens the review or shows the errors. */
export async function review(controller: Controller): Promise<void> {
  const open = openForm(controller.store.getState());
  if (open === null) return;
  for (const { id, path, fromFile } of open.form.fields) {
    const text = textOf(open.values, id).trim();
    if (fromFile !== true || !/^@\S/.test(text) || text.includes('\n')) continue;
    const file = await controller.terminal.readFile(text.slice(1));
    if (!file.ok) {
      update(
        controller,
        inForm((form) => formRefused(form, [{ path, message: file.error }], null)),
      );
      return;
    }
    update(controller, (state) => fieldRead(state, id, file.value));
  }
  update(
    controller,
    inForm((form, state) => formChecked(form, liveContextOf(state))),
  );
  connect(controller);
}

/** Tries the connection of a form that connects, once no required field is empty. */
function connect(controller: Controller): void {
  const open = openForm(controller.store.getState());
  if (open === null || open.form.list !== null || missingIn(open.form, open.values).length > 0) return;
  const connection = open.form.connection(open.values);
  withRemote(controller, (remote) => remote.connect(connection));
}

/** Takes the suggestion under the cursor and goes to the next field, or from the last one to the review. Of several choices it toggles one and stays. */
export function goOn(controller: Controller): void {
  const state = controller.store.getState();
  const open = openForm(state);
  if (open === null) return;
  if (open.choice !== null) {
    update(controller, inForm(choiceTakenIn));
    // Only a suggestion that is still there is taken, and only then the field is left.
    if (fieldIn(open).kind === 'several' || chosenIn(open, contextOf(state)) === null) return;
  }
  if (onLastField(open)) void review(controller);
  else
    update(
      controller,
      inForm((form) => fieldMoved(form, 1)),
    );
}

export async function editElsewhere(controller: Controller): Promise<void> {
  const open = openForm(controller.store.getState());
  if (open === null) return;
  const { id, path } = fieldIn(open);
  const edited = await controller.terminal.editText(textIn(open.editor));
  update(controller, (state) =>
    edited.ok
      ? fieldRead(state, id, edited.value)
      : inForm((form) => formRefused(form, [{ path, message: edited.error }], null))(state),
  );
}

/** Fills a field with a text from elsewhere, and says what was changed in it. */
function fieldRead(
  state: ConsoleState,
  id: string,
  { text, note }: { readonly text: string; readonly note: string | null },
): ConsoleState {
  const filled = inForm((form) => fieldFilled(form, id, text))(state);
  return note === null ? filled : showNotice(filled, note, 'warn');
}

export function left(state: ConsoleState): ConsoleState {
  const open = openForm(state);
  if (open === null || !open.dirty) return dialogClosed(state);
  return dialogChanged(state, 'form', (form) => ({ ...form, step: { kind: 'leaving' } }));
}

/** Sends the form when its review was answered and is still true; otherwise the review shows what has changed. */
export function send(controller: Controller): void {
  const state = controller.store.getState();
  const open = openForm(state);
  if (open?.step.kind !== 'review') return;
  const { question, editor } = open.step;
  const answer = answeredBy(state, question, textIn(editor));
  switch (answer.kind) {
    case 'agreed':
      agreed(controller, question);
      return;
    case 'impossible':
    case 'changed':
      update(controller, (now) => showNotice(questionsRenewed(now), CHANGED_SINCE, 'warn'));
      return;
    case 'wrong': {
      const wrong = `Type ${answer.expected} to send it, or press Esc to change it.`;
      update(
        controller,
        inForm((form) => (form.step.kind === 'review' ? { ...form, step: { ...form.step, wrong } } : form)),
      );
    }
  }
}
