import type { DialogState, FormStep } from '../../store/dialog-state.ts';
import { fieldIn, fieldsFollowed, formTyped } from '../../store/dialogs/form-state.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Dialog, MOST_TYPED, oneLine, type Room } from './dialog.ts';
import {
  connectingBindings,
  fieldBindings,
  leavingBindings,
  reviewBindings,
  sendingBindings,
} from './form-bindings.ts';
import { fieldsLines } from './form-lines.ts';
import { reviewLines } from './form-review.ts';
import { LISTED } from './form-suggestions.ts';
import { busyLines, type DialogLine, questionSign, textLines } from './line.ts';

function linesOf(state: ConsoleState, own: DialogState<'form'>, room: Room): readonly DialogLine[] {
  switch (own.step.kind) {
    case 'review':
    case 'sending':
      return reviewLines(state, own, own.step, room);
    case 'connecting':
      return connectingLines(state, own.step, room.width);
    case 'leaving':
      return [
        ...textLines('The input in this form will be lost.', room.width, 'warn'),
        ...textLines(`${questionSign(state, own.step)} y close, Esc back`, room.width),
      ];
    case 'fields':
      return fieldsLines(state, own, room);
  }
}

function connectingLines(
  state: ConsoleState,
  { doing, since }: Extract<FormStep, { kind: 'connecting' }>,
  width: number,
): readonly DialogLine[] {
  return [
    ...busyLines(state, doing, since, width),
    ...textLines('Nothing is saved yet. Esc goes back to the form.', width, 'dim'),
  ];
}

/** Form dialog: its fields, then the review of the writes. */
export const form: Dialog<'form'> = {
  kind: 'form',
  title: (_, own) =>
    own.step.kind === 'review' || own.step.kind === 'sending' ? `${own.form.title}: review` : own.form.title,
  lines: linesOf,
  // With all fields and a list, so that the fields keep their rows while lists come and go.
  box: ({ form, step }) => ({
    placedFor: form.fields.length + LISTED.most + 1,
    ...(step.kind === 'leaving' ? { tone: 'warn' } : {}),
  }),
  legend: ({ glyphs }, { form, step }) =>
    step.kind === 'fields' && form.fields.some(({ required }) => required === true) ? glyphs.required.legend : '',
  textField: {
    text: (own) => {
      const { step } = own;
      if (step.kind === 'fields')
        return fieldIn(own).kind === 'block'
          ? { editor: own.editor, lines: 'several', most: MOST_TYPED.text }
          : { editor: own.editor, lines: 'one', most: MOST_TYPED.value };
      return step.kind === 'review' && step.question.effect.answer.by === 'typed' ? oneLine(step) : null;
    },
    typed: (own, editor, state) =>
      own.step.kind === 'review'
        ? { ...own, step: { ...own.step, editor, wrong: null } }
        : fieldsFollowed(own, formTyped(own, editor), liveContextOf(state)),
  },
  question: ({ step }) => (step.kind === 'review' ? step.question : step.kind === 'leaving' ? step : null),
  awaitsAnswer: ({ step }) => step.kind === 'sending' || step.kind === 'connecting',
  unsaved: ({ dirty }) => (dirty ? 'The form has unsaved input.' : null),
  helpTitle: 'Forms',
  bindings: fieldBindings,
  steps: [
    { when: ({ step }) => step.kind === 'review', helpTitle: 'Review before sending', bindings: reviewBindings },
    { when: ({ step }) => step.kind === 'sending', helpTitle: 'While sending', bindings: sendingBindings },
    { when: ({ step }) => step.kind === 'connecting', helpTitle: 'While connecting', bindings: connectingBindings },
    { when: ({ step }) => step.kind === 'leaving', helpTitle: 'Closing a form', bindings: leavingBindings },
  ],
};
