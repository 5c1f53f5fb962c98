import { type Binding, transition } from '../keys/binding.ts';
import { update, withRemote } from '../state/controller.ts';
import { dialogClosed } from '../state/dialogs/dialog-stack.ts';
import { choiceMoved, choiceTaken, fieldIn, fieldMoved, suggestionsFor } from '../state/dialogs/form-state.ts';
import { liveContextOf } from '../state/row-context.ts';
import type { ConsoleState } from '../state/state.ts';
import { editElsewhere, goOn, inForm, left, openForm, review, send } from './form-actions.ts';

const several = (state: ConsoleState): boolean => {
  const open = openForm(state);
  return open === null || fieldIn(open).kind === 'several';
};

/** Whether the key takes a suggestion: only with the cursor at the end of the text; before that it moves the cursor. */
const canTake = (state: ConsoleState): boolean => {
  const open = openForm(state);
  if (open === null) return true;
  return (
    fieldIn(open).kind === 'line' &&
    open.editor.after === '' &&
    open.editor.selected !== true &&
    suggestionsFor(open, liveContextOf(state)).length > 0
  );
};

const hasEditor = (state: ConsoleState): boolean => {
  const open = openForm(state);
  return open === null || fieldIn(open).kind === 'block';
};

/** Whether the open form connects to a service. */
const connects = (state: ConsoleState): boolean => openForm(state)?.form.list === null;

const scrolled = (by: number) =>
  transition(
    inForm((form) =>
      form.step.kind === 'review'
        ? {
            ...form,
            step: { ...form.step, top: Math.max(0, Math.min(form.step.top + by, form.step.lines.length - 1)) },
          }
        : form,
    ),
  );

const back = inForm((form) => ({ ...form, step: { kind: 'fields' } }));
const choose = (by: number) => transition(inForm((form, state) => choiceMoved(form, by, liveContextOf(state))));
const take = transition(inForm((form, state) => choiceTaken(form, liveContextOf(state))));

export const fieldBindings: readonly Binding[] = [
  {
    id: 'next-field',
    keys: ['Tab', 'Down'],
    label: 'Next field',
    hint: 'next field',
    run: transition(inForm((form) => fieldMoved(form, 1))),
  },
  {
    id: 'previous-field',
    keys: ['Shift-Tab', 'Up'],
    label: 'Previous field',
    hint: null,
    run: transition(inForm((form) => fieldMoved(form, -1))),
  },
  {
    id: 'go-on',
    keys: ['Enter'],
    label: 'Next field; on the last one, the review',
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
    id: 'toggle-choice',
    keys: ['Space'],
    label: 'Switch the choice on or off',
    hint: 'choose',
    when: several,
    run: take,
  },
  {
    id: 'next-choice',
    keys: ['Right', 'Ctrl-n'],
    label: 'Next choice',
    hint: null,
    when: several,
    run: choose(1),
  },
  {
    id: 'previous-choice',
    keys: ['Left', 'Ctrl-p'],
    label: 'Previous choice',
    hint: null,
    when: several,
    run: choose(-1),
  },
  {
    id: 'take-suggestion',
    keys: ['Right'],
    label: 'Take the suggestion',
    hint: 'take suggestion',
    when: (state) => openForm(state) === null || canTake(state),
    run: take,
  },
  {
    id: 'next-suggestion',
    keys: ['Ctrl-n'],
    label: 'Next suggestion',
    hint: null,
    when: (state) => openForm(state) === null || !several(state),
    run: choose(1),
  },
  {
    id: 'previous-suggestion',
    keys: ['Ctrl-p'],
    label: 'Previous suggestion',
    hint: null,
    when: (state) => openForm(state) === null || !several(state),
    run: choose(-1),
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
    run: transition(back),
  },
];
