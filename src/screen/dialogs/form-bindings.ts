import { textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { type Advice, SHARES, type Share } from '../../resources/context.ts';
import { missingIn, textOf } from '../../resources/form.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update, withRemote } from '../../store/controller.ts';
import type { FormState } from '../../store/dialog-state.ts';
import { dialogChanged, dialogClosed, topDialog } from '../../store/dialogs/dialog-stack.ts';
import {
  choiceMoved,
  choiceTaken,
  chosenIn,
  fieldFilled,
  fieldIn,
  fieldMoved,
  fieldsFollowed,
  formChecked,
  formRefused,
  formTyped,
  listLeft,
  onLastField,
  suggestionsFor,
} from '../../store/dialogs/form-state.ts';
import { contextOf, liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';

function openForm(state: ConsoleState): FormState | null {
  const top = topDialog(state);
  return top?.kind === 'form' ? top : null;
}

/** From the list on screen, even a frozen one. */
const choiceTakenIn = (form: FormState, state: ConsoleState): FormState => choiceTaken(form, contextOf(state));

const inForm = (change: (form: FormState, state: ConsoleState) => FormState) => (state: ConsoleState) =>
  dialogChanged(state, 'form', (form) => change(form, state));

/** Reads files named with `@path`, then opens the review or shows the errors. */
async function review(controller: Controller): Promise<void> {
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

/** Tries a connection once no required field is empty. */
function connect(controller: Controller): void {
  const open = openForm(controller.store.getState());
  if (open === null || open.form.list !== null || missingIn(open.form, open.values).length > 0) return;
  const connection = open.form.connection(open.values);
  withRemote(controller, (remote) => remote.connect(connection));
}

/** Takes the suggestion, then goes to the next field or the review. Of several choices it toggles one and stays. */
function goOn(controller: Controller): void {
  const state = controller.store.getState();
  const open = openForm(state);
  if (open === null) return;
  if (open.choice !== null) {
    update(controller, inForm(choiceTakenIn));
    // A suggestion that is gone is not taken, and the field not left.
    if (fieldIn(open).kind === 'several' || chosenIn(open, contextOf(state)) === null) return;
  }
  if (onLastField(open)) void review(controller);
  else
    update(
      controller,
      inForm((form) => fieldMoved(form, 1)),
    );
}

async function editElsewhere(controller: Controller): Promise<void> {
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

function fieldRead(
  state: ConsoleState,
  id: string,
  { text, note }: { readonly text: string; readonly note: string | null },
): ConsoleState {
  const filled = inForm((form) => fieldFilled(form, id, text))(state);
  return note === null ? filled : showNotice(filled, note, 'warn');
}

function left(state: ConsoleState): ConsoleState {
  const open = openForm(state);
  if (open === null || !open.dirty) return dialogClosed(state);
  return dialogChanged(state, 'form', (form) => ({ ...form, step: { kind: 'leaving' } }));
}

const adviceIn = (open: FormState, state: ConsoleState): Advice | null =>
  fieldIn(open).advice?.(open.values, contextOf(state)) ?? null;

/** Undefined without a form: help and docs list its keys. */
const adviceNow = (state: ConsoleState): Advice | null | undefined => {
  const open = openForm(state);
  return open === null ? undefined : adviceIn(open, state);
};

/** Takes a value as if it had been typed. */
function valueTaken(open: FormState, state: ConsoleState, share: Share): FormState {
  const value = adviceIn(open, state)?.values[share] ?? null;
  if (value === null) return open;
  return fieldsFollowed(open, formTyped(open, textBufferOf(value)), contextOf(state));
}

/** The limit price that would have held a share of the last days. */
function takes(share: Share, key: string): Binding {
  const percent = `${SHARES[share] * 100} %`;
  return {
    id: `take-price-${share}`,
    keys: [key],
    label: `In a limit price: the one that would have held ${percent} of the last 7 days`,
    hint: `held ${percent}`,
    when: (state) => adviceNow(state) !== null,
    disabled: (state) => {
      const advice = adviceNow(state) ?? null;
      return advice === null || advice.values[share] !== null ? null : (advice.why ?? 'Not enough seen yet for that.');
    },
    run: transition(inForm((open, state) => valueTaken(open, state, share))),
  };
}

const priceKeys: readonly Binding[] = [takes('often', 'Ctrl-o'), takes('mostly', 'Ctrl-t')];

/** True without a form: help and docs list all keys. */
const inOpenForm =
  (holds: (open: FormState, state: ConsoleState) => boolean) =>
  (state: ConsoleState): boolean => {
    const open = openForm(state);
    return open === null || holds(open, state);
  };

const several = inOpenForm((open) => fieldIn(open).kind === 'several');
const hasList = inOpenForm((open, state) => suggestionsFor(open, contextOf(state)).length > 0);
const inList = inOpenForm((open, state) => chosenIn(open, contextOf(state)) !== null);
const hasEditor = inOpenForm((open) => fieldIn(open).kind === 'block');

/** Only at the end of the text; before it, Right moves the cursor. */
const canTake = inOpenForm(
  (open, state) =>
    fieldIn(open).kind === 'line' &&
    open.editor.after === '' &&
    open.editor.selected !== true &&
    suggestionsFor(open, contextOf(state)).length > 0,
);

const connects = (state: ConsoleState): boolean => openForm(state)?.form.list === null;

const scrolled = (by: number) =>
  transition(
    inForm((form) =>
      form.step.kind === 'review'
        ? {
            ...form,
            step: {
              ...form.step,
              top: Math.max(0, Math.min(form.step.top + by, form.step.question.effect.review.length - 1)),
            },
          }
        : form,
    ),
  );

const back = inForm((form) => ({ ...form, step: { kind: 'fields' } }));
const choose = (by: number) => transition(inForm((form, state) => choiceMoved(form, by, contextOf(state))));
const nextField = transition(inForm((form) => fieldMoved(form, 1)));
const previousField = transition(inForm((form) => fieldMoved(form, -1)));
const take = transition(inForm(choiceTakenIn));

const PAGE = 8;

export const fieldBindings: readonly Binding[] = [
  {
    id: 'next-suggestion',
    keys: ['Down', 'Ctrl-n'],
    label: 'Next suggestion; from the text to the first one',
    hint: 'choose',
    when: hasList,
    run: choose(1),
  },
  {
    id: 'previous-suggestion',
    keys: ['Up', 'Ctrl-p'],
    label: 'Previous suggestion; from the first one back to the text',
    when: inList,
    run: choose(-1),
  },
  { id: 'next-suggestions', keys: ['PgDn'], label: 'Down a page of suggestions', when: inList, run: choose(PAGE) },
  { id: 'previous-suggestions', keys: ['PgUp'], label: 'Up a page of suggestions', when: inList, run: choose(-PAGE) },
  {
    id: 'leave-suggestions',
    keys: ['Esc'],
    label: 'Back from the suggestions to the text',
    hint: 'back to the text',
    when: inList,
    run: transition(inForm(listLeft)),
  },
  {
    id: 'toggle-choice',
    keys: ['Space'],
    label: 'Switch the choice on or off',
    hint: 'on or off',
    when: several,
    run: take,
  },
  {
    id: 'take-suggestion',
    keys: ['Right'],
    label: 'Take the suggestion',
    hint: 'take suggestion',
    when: canTake,
    run: take,
  },
  ...priceKeys,
  { id: 'next-field', keys: ['Tab'], label: 'Next field', hint: 'next field', run: nextField },
  { id: 'previous-field', keys: ['Shift-Tab'], label: 'Previous field', run: previousField },
  {
    id: 'field-down',
    keys: ['Down'],
    label: 'Next field, where nothing is suggested',
    when: inOpenForm((open, state) => suggestionsFor(open, contextOf(state)).length === 0),
    run: nextField,
  },
  {
    id: 'field-up',
    keys: ['Up'],
    label: 'Previous field',
    when: inOpenForm((open, state) => chosenIn(open, contextOf(state)) === null),
    run: previousField,
  },
  {
    id: 'go-on',
    keys: ['Enter'],
    label: 'Take the suggestion under the cursor; next field; on the last one, the review',
    run: goOn,
  },
  {
    id: 'review',
    keys: ['Ctrl-s'],
    label: 'Go to the review',
    hint: 'review',
    when: (state) => !connects(state),
    run: (controller) => void review(controller),
  },
  {
    id: 'try-connection',
    keys: ['Ctrl-s'],
    label: 'Try the connection, and save it when it works',
    hint: 'connect',
    when: connects,
    run: (controller) => void review(controller),
  },
  {
    id: 'editor',
    keys: ['Ctrl-e'],
    label: 'Edit the text in your editor',
    hint: 'editor',
    when: hasEditor,
    run: (controller) => void editElsewhere(controller),
  },
  {
    id: 'leave-form',
    keys: ['Esc'],
    label: 'Close the form; asks if it has input',
    hint: 'close',
    when: inOpenForm((open, state) => chosenIn(open, contextOf(state)) === null),
    run: transition(left),
  },
];

const isAnsweredByKey = (state: ConsoleState): boolean => {
  const open = openForm(state);
  return open?.step.kind === 'review' && open.step.question.effect.answer.by !== 'typed';
};

export const reviewBindings = (answer: (controller: Controller) => void): readonly Binding[] => [
  { id: 'send', keys: ['Enter'], label: 'Send it', hint: 'send', confirms: true, run: answer },
  { id: 'send-yes', keys: ['y'], label: 'Send it', confirms: true, when: isAnsweredByKey, run: answer },
  { id: 'review-down', keys: ['Down'], label: 'Scroll down', run: scrolled(1) },
  { id: 'review-up', keys: ['Up'], label: 'Scroll up', run: scrolled(-1) },
  { id: 'back-to-fields', keys: ['Esc'], label: 'Back to the fields', hint: 'back', run: transition(back) },
];

export const sendingBindings: readonly Binding[] = [
  {
    id: 'sending-leave',
    keys: ['Esc'],
    label: 'Nothing: a sent request cannot be recalled',
    disabled: () =>
      "It was sent already, and Esc can't call it back. The answer closes the form or brings it back with the reason.",
    run: () => undefined,
  },
];

export const connectingBindings: readonly Binding[] = [
  {
    id: 'cancel-connection',
    keys: ['Esc'],
    label: 'Stop trying; the form keeps what was typed',
    hint: 'stop',
    run: (controller) => {
      withRemote(controller, (remote) => remote.cancelConnect());
      update(controller, back);
    },
  },
];

export const leavingBindings: readonly Binding[] = [
  {
    id: 'throw-away',
    keys: ['y'],
    label: 'Close the form and discard the input',
    hint: 'close it',
    confirms: true,
    run: transition(dialogClosed),
  },
  {
    id: 'keep-form',
    keys: ['Esc', 'n'],
    label: 'Go back to the form',
    hint: 'back',
    run: transition((state) => showNotice(back(state), 'The form stays open. To discard its input: Esc, then y.')),
  },
];
