import { showNotice } from '../../store/activity.ts';
import { update, withRemote } from '../../store/controller.ts';
import type { FormState } from '../../store/dialog-state.ts';
import { dialogClosed } from '../../store/dialogs/dialog-stack.ts';
import { choiceMoved, chosenIn, listLeft, suggestionsFor } from '../../store/dialogs/form-choices.ts';
import { fieldIn, fieldMoved } from '../../store/dialogs/form-state.ts';
import { contextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { choiceTakenIn, editElsewhere, goOn, inForm, left, openForm, review, send } from './form-actions.ts';
import { priceKeys } from './form-advice.ts';

/** Whether a condition holds for the open form; without one, so that help and docs list all keys. */
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

/** Whether Right takes a suggestion: only with the cursor at the end of the text; before that it moves the cursor. */
const canTake = inOpenForm(
  (open, state) =>
    fieldIn(open).kind === 'line' &&
    open.editor.after === '' &&
    open.editor.selected !== true &&
    suggestionsFor(open, contextOf(state)).length > 0,
);

/** Whether the open form connects to a service. */
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

/** Distance of PgUp and PgDn in a list of suggestions. */
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
    hint: null,
    when: inList,
    run: choose(-1),
  },
  {
    id: 'next-suggestions',
    keys: ['PgDn'],
    label: 'Down a page of suggestions',
    hint: null,
    when: inList,
    run: choose(PAGE),
  },
  {
    id: 'previous-suggestions',
    keys: ['PgUp'],
    label: 'Up a page of suggestions',
    hint: null,
    when: inList,
    run: choose(-PAGE),
  },
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
  {
    id: 'next-field',
    keys: ['Tab'],
    label: 'Next field',
    hint: 'next field',
    run: nextField,
  },
  {
    id: 'previous-field',
    keys: ['Shift-Tab'],
    label: 'Previous field',
    hint: null,
    run: previousField,
  },
  {
    id: 'field-down',
    keys: ['Down'],
    label: 'Next field, where nothing is suggested',
    hint: null,
    when: inOpenForm((open, state) => suggestionsFor(open, contextOf(state)).length === 0),
    run: nextField,
  },
  {
    id: 'field-up',
    keys: ['Up'],
    label: 'Previous field',
    hint: null,
    when: inOpenForm((open, state) => chosenIn(open, contextOf(state)) === null),
    run: previousField,
  },
  {
    id: 'go-on',
    keys: ['Enter'],
    label: 'Take the suggestion under the cursor; next field; on the last one, the review',
    hint: null,
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

export const reviewBindings: readonly Binding[] = [
  { id: 'send', keys: ['Enter'], label: 'Send it', hint: 'send', confirms: true, run: send },
  { id: 'review-down', keys: ['Down'], label: 'Scroll down', hint: null, run: scrolled(1) },
  { id: 'review-up', keys: ['Up'], label: 'Scroll up', hint: null, run: scrolled(-1) },
  {
    id: 'back-to-fields',
    keys: ['Esc'],
    label: 'Back to the fields',
    hint: 'back',
    run: transition(back),
  },
];

export const sendingBindings: readonly Binding[] = [
  {
    id: 'sending-leave',
    keys: ['Esc'],
    label: 'Nothing: a sent request cannot be recalled',
    hint: null,
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
