import type { Controller } from '../../store/controller.ts';
import { dialogClosed, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { hiddenIn, hiddenSentence, type OpenQuestion } from '../../store/question.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { closes, type Dialog, oneLine } from './dialog.ts';
import {
  ageLine,
  blankLine,
  CHANGED,
  type DialogLine,
  fieldLine,
  questionSign,
  textLine,
  textLines,
  withInView,
} from './line.ts';

const needsTyping = (state: ConsoleState): boolean => {
  const top = topDialog(state);
  return top?.kind === 'confirm' && top.question.effect.answer.by === 'typed';
};

const hiddenMarked = (state: ConsoleState): boolean => {
  const top = topDialog(state);
  return top?.kind !== 'confirm' || hiddenIn(top.question.request) !== null;
};

type Run = (controller: Controller) => void;

const bindingsWith = (answer: Run, askWithHidden: Run): readonly Binding[] => [
  {
    id: 'confirm',
    keys: ['y'],
    label: 'Yes, do it',
    hint: 'yes',
    confirms: true,
    when: (state) => !needsTyping(state),
    run: answer,
  },
  {
    id: 'confirm-typed',
    keys: ['Enter'],
    label: 'Confirm, once the text asked for is typed',
    hint: 'go on',
    confirms: true,
    when: needsTyping,
    run: answer,
  },
  { id: 'decline', keys: ['n'], label: 'No', when: (state) => !needsTyping(state), run: transition(dialogClosed) },
  {
    id: 'confirm-all',
    keys: ['*'],
    label: 'Include the marked rows that the filter hides',
    hint: 'include hidden',
    when: hiddenMarked,
    run: askWithHidden,
  },
  { ...closes('confirm', ['Esc'], 'Cancel'), hint: 'no' },
];

/** Changed lines say so. */
function effectLines({ effect, first }: OpenQuestion, width: number): readonly DialogLine[] {
  const known = new Set(first.lines.map(({ text }) => text));
  return effect.lines.flatMap(({ text, tone }) =>
    known.has(text) ? textLines(text, width, tone) : textLines(`${text} ${CHANGED}`, width, 'warn'),
  );
}

export const createConfirm = (answer: Run, askWithHidden: Run): Dialog<'confirm'> => ({
  kind: 'confirm',
  title: (_, { question }) => question.effect.title,
  lines: (state, { question, impossible, editor, wrong }, { width }) => {
    const { dot } = state.glyphs;
    const { answer } = question.effect;
    const hidden = hiddenIn(question.request);
    const sign = questionSign(state, question);
    if (impossible !== null)
      return [
        ...textLines(impossible, width, 'warn'),
        ...textLines('Nothing was sent.', width),
        blankLine,
        textLine(`${sign} Esc close`),
      ];
    const lines = [
      ...effectLines(question, width),
      ...(hidden === null ? [] : textLines(`${hiddenSentence(hidden)}.`, width, 'warn')),
      ...ageLine(state, question.effect, width),
      blankLine,
      ...(answer.by === 'typed'
        ? [
            ...textLines(`${sign} Type ${answer.expected} and press Enter to confirm ${dot} Esc cancel`, width),
            fieldLine('> ', editor),
          ]
        : [textLine(`${sign} y confirm ${dot} Esc cancel`)]),
      ...(wrong === null ? [] : textLines(wrong, width, 'bad')),
    ];
    return withInView(lines, lines.length);
  },
  box: () => ({ tone: 'warn' }),
  textField: {
    text: (own) => (own.question.effect.answer.by === 'typed' ? oneLine(own) : null),
    typed: (own, editor) => ({ ...own, editor, wrong: null }),
  },
  question: ({ question }) => question,
  helpTitle: 'Confirmations',
  bindings: bindingsWith(answer, askWithHidden),
});
