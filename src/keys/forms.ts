import { textIn } from '../lib/editor.ts';
import { textOf } from '../resources/form.ts';
import type { ConsoleState } from '../state/console.ts';
import { liveContextOf } from '../state/context.ts';
import { apply, type Desk, withRemote } from '../state/desk.ts';
import {
  choiceMoved,
  choiceTaken,
  fieldFilled,
  fieldIn,
  fieldMoved,
  formChecked,
  formRefused,
  onLastField,
  suggestionsFor,
} from '../state/forms.ts';
import type { FormOverlay } from '../state/overlay.ts';
import { overlayChanged, overlayClosed, topOverlay } from '../state/overlays.ts';
import { type Binding, transition } from './binding.ts';

function openForm(state: ConsoleState): FormOverlay | null {
  const top = topOverlay(state);
  return top?.kind === 'form' ? top : null;
}

const inForm = (change: (form: FormOverlay, state: ConsoleState) => FormOverlay) => (state: ConsoleState) =>
  overlayChanged(state, 'form', (form) => change(form, state));

/** Files named with `@path` are read first; then the form's own schema judges it, and the review begins or the errors come back. */
async function review(desk: Desk): Promise<void> {
  const open = openForm(desk.store.getState());
  if (open === null) return;
  for (const { id, path, fromFile } of open.form.fields) {
    const text = textOf(open.values, id).trim();
    if (fromFile !== true || !/^@\S/.test(text) || text.includes('\n')) continue;
    const file = await desk.terminal.readFile(text.slice(1));
    if (!file.ok) {
      apply(
        desk,
        inForm((form) => formRefused(form, [{ path, message: file.error }], null)),
      );
      return;
    }
    apply(
      desk,
      inForm((form) => fieldFilled(form, id, file.value)),
    );
  }
  apply(
    desk,
    inForm((form, state) => formChecked(form, liveContextOf(state))),
  );
}

function goOn(desk: Desk): void {
  const state = desk.store.getState();
  const open = openForm(state);
  if (open === null) return;
  if (fieldIn(open).kind !== 'several' && open.choice >= 0)
    apply(
      desk,
      inForm((form, now) => choiceTaken(form, liveContextOf(now))),
    );
  if (onLastField(open)) void review(desk);
  else
    apply(
      desk,
      inForm((form) => fieldMoved(form, 1)),
    );
}

async function editElsewhere(desk: Desk): Promise<void> {
  const open = openForm(desk.store.getState());
  if (open === null) return;
  const { id, path } = fieldIn(open);
  const edited = await desk.terminal.editText(textIn(open.editor));
  apply(
    desk,
    inForm((form) =>
      edited.ok ? fieldFilled(form, id, edited.value) : formRefused(form, [{ path, message: edited.error }], null),
    ),
  );
}

function left(state: ConsoleState): ConsoleState {
  const open = openForm(state);
  if (open === null || !open.dirty) return overlayClosed(state);
  return overlayChanged(state, 'form', (form) => ({ ...form, step: { kind: 'leaving' } }));
}

function send(desk: Desk): void {
  const open = openForm(desk.store.getState());
  if (open?.step.kind !== 'review') return;
  const { retype, editor, writes, lines } = open.step;
  if (retype !== null && !retype.accepts(textIn(editor))) {
    const wrong = `Type ${retype.expected} to send it, or press Esc to change it.`;
    apply(
      desk,
      inForm((form) => (form.step.kind === 'review' ? { ...form, step: { ...form.step, wrong } } : form)),
    );
    return;
  }
  const [only, ...others] = writes;
  if (others.length > 0) {
    // Some may be refused and others not: those keep their marks, and the form is opened for them again.
    apply(desk, overlayClosed);
    withRemote(desk, (remote) => remote.send(writes));
    return;
  }
  apply(
    desk,
    inForm((form) => ({ ...form, step: { kind: 'sending', lines } })),
  );
  withRemote(desk, (remote) => remote.submit(only));
}

const several = (state: ConsoleState): boolean => {
  const open = openForm(state);
  return open === null || fieldIn(open).kind === 'several';
};

/** A suggestion is taken with the cursor at the end of what is typed; before that the key moves the cursor. */
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

/** Keys of forms and their review. */
export const formBindings: readonly Binding[] = [
  {
    id: 'next-field',
    keys: ['Tab', 'Down'],
    label: 'Next field',
    hint: 'next field',
    scope: 'form',
    run: transition(inForm((form) => fieldMoved(form, 1))),
  },
  {
    id: 'previous-field',
    keys: ['Shift-Tab', 'Up'],
    label: 'Previous field',
    hint: null,
    scope: 'form',
    run: transition(inForm((form) => fieldMoved(form, -1))),
  },
  {
    id: 'go-on',
    keys: ['Enter'],
    label: 'Next field; on the last one, the review',
    hint: null,
    scope: 'form',
    run: goOn,
  },
  {
    id: 'review',
    keys: ['Ctrl-s'],
    label: 'Go to the review',
    hint: 'review',
    scope: 'form',
    run: (desk) => void review(desk),
  },
  {
    id: 'toggle-choice',
    keys: ['Space'],
    label: 'Switch the choice on or off',
    hint: 'choose',
    scope: 'form',
    when: several,
    run: take,
  },
  {
    id: 'next-choice',
    keys: ['Right', 'Ctrl-n'],
    label: 'Next choice',
    hint: null,
    scope: 'form',
    when: several,
    run: choose(1),
  },
  {
    id: 'previous-choice',
    keys: ['Left', 'Ctrl-p'],
    label: 'Previous choice',
    hint: null,
    scope: 'form',
    when: several,
    run: choose(-1),
  },
  {
    id: 'take-suggestion',
    keys: ['Right'],
    label: 'Take the suggestion',
    hint: 'take suggestion',
    scope: 'form',
    when: (state) => openForm(state) === null || canTake(state),
    run: take,
  },
  {
    id: 'next-suggestion',
    keys: ['Ctrl-n'],
    label: 'Next suggestion',
    hint: null,
    scope: 'form',
    when: (state) => openForm(state) === null || !several(state),
    run: choose(1),
  },
  {
    id: 'previous-suggestion',
    keys: ['Ctrl-p'],
    label: 'Previous suggestion',
    hint: null,
    scope: 'form',
    when: (state) => openForm(state) === null || !several(state),
    run: choose(-1),
  },
  {
    id: 'editor',
    keys: ['Ctrl-e'],
    label: 'Edit the text in your editor',
    hint: 'editor',
    scope: 'form',
    when: hasEditor,
    run: (desk) => void editElsewhere(desk),
  },
  {
    id: 'leave-form',
    keys: ['Esc'],
    label: 'Close the form; asks if it has input',
    hint: 'close',
    scope: 'form',
    run: transition(left),
  },
  { id: 'send', keys: ['Enter'], label: 'Send it', hint: 'send', scope: 'review', agrees: true, run: send },
  { id: 'review-down', keys: ['Down'], label: 'Scroll down', hint: null, scope: 'review', run: scrolled(1) },
  { id: 'review-up', keys: ['Up'], label: 'Scroll up', hint: null, scope: 'review', run: scrolled(-1) },
  {
    id: 'back-to-fields',
    keys: ['Esc'],
    label: 'Back to the fields',
    hint: 'back',
    scope: 'review',
    run: transition(back),
  },
  {
    id: 'sending-leave',
    keys: ['Esc'],
    label: 'Nothing: a sent request cannot be recalled',
    hint: null,
    scope: 'sending',
    disabled: () =>
      "It was sent already, and Esc can't call it back. The answer closes the form or brings it back with the reason.",
    run: () => undefined,
  },
  {
    id: 'throw-away',
    keys: ['y'],
    label: 'Close the form and discard the input',
    hint: 'close it',
    scope: 'leave-form',
    agrees: true,
    run: transition(overlayClosed),
  },
  {
    id: 'keep-form',
    keys: ['Esc', 'n'],
    label: 'Go back to the form',
    hint: 'back',
    scope: 'leave-form',
    run: transition(back),
  },
];
