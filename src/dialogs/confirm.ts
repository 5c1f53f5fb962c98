import { type Binding, transition } from '../keys/binding.ts';
import { textBufferOf, textIn } from '../lib/text-buffer.ts';
import { type Controller, update, withRemote } from '../state/controller.ts';
import { dialogChanged, dialogClosed, topDialog } from '../state/dialogs/dialog-stack.ts';
import { pauseAsGroupNow, resumePauseSet } from '../state/pause-groups.ts';
import { confirmedNow, hiddenIncluded } from '../state/second-tap.ts';
import type { ConsoleState } from '../state/state.ts';
import { closes, type Dialog, oneLine } from './dialog.ts';
import { blankLine, fieldLine, questionSign, textLines, withInView } from './line.ts';

function confirmed(controller: Controller): void {
  const top = topDialog(controller.store.getState());
  if (top?.kind !== 'confirm') return;
  const { typed } = top.confirmation;
  if (typed !== null && textIn(top.editor).trim() !== typed) {
    const wrong = `Type ${typed} to go on, or press Esc.`;
    update(controller, (state) =>
      dialogChanged(state, 'confirm', (dialog) => ({
        ...dialog,
        wrong,
        editor: textBufferOf(''),
      })),
    );
    return;
  }
  update(controller, dialogClosed);
  if (top.undoing) {
    update(controller, (state) => ({ ...state, undo: state.undo.slice(0, -1) }));
    withRemote(controller, (remote) => remote.undo(top.writes));
  } else if (top.for?.kind === 'pause-set') pauseAsGroupNow(controller, top.for.name, top.for.fids);
  else if (top.resumes !== undefined) resumePauseSet(controller, top.resumes, top.writes);
  else if (top.for !== null) confirmedNow(controller, top.for, top);
  else withRemote(controller, (remote) => remote.send(top.writes));
}

const needsTyping = (state: ConsoleState): boolean => {
  const top = topDialog(state);
  return top?.kind === 'confirm' && top.confirmation.typed !== null;
};

const hiddenMarked = (state: ConsoleState): boolean => {
  const top = topDialog(state);
  return top?.kind !== 'confirm' || top.hidden !== null;
};

const bindings: readonly Binding[] = [
  {
    id: 'confirm',
    keys: ['y'],
    label: 'Yes, do it',
    hint: 'yes',
    confirms: true,
    when: (state) => !needsTyping(state),
    run: confirmed,
  },
  {
    id: 'confirm-typed',
    keys: ['Enter'],
    label: 'Confirm, once the text asked for is typed',
    hint: 'go on',
    confirms: true,
    when: needsTyping,
    run: confirmed,
  },
  {
    id: 'decline',
    keys: ['n'],
    label: 'No',
    hint: null,
    when: (state) => !needsTyping(state),
    run: transition(dialogClosed),
  },
  {
    id: 'confirm-all',
    keys: ['*'],
    label: 'Include the marked rows that the filter hides',
    hint: 'include hidden',
    when: hiddenMarked,
    run: hiddenIncluded,
  },
  { ...closes('confirm', ['Esc'], 'Cancel'), hint: 'no' },
];

export const confirm: Dialog<'confirm'> = {
  kind: 'confirm',
  title: (_, { confirmation }) => confirmation.title,
  lines: (state, { confirmation, editor, wrong }, { width }) => {
    const { dot } = state.glyphs;
    const sign = questionSign(state, confirmation);
    const lines = [
      ...confirmation.lines.flatMap(({ text, tone }) => textLines(text, width, tone)),
      blankLine,
      ...(confirmation.typed === null
        ? textLines(`${sign} y confirm ${dot} Esc cancel`, width)
        : [
            ...textLines(`${sign} Type ${confirmation.typed} and press Enter to confirm ${dot} Esc cancel`, width),
            fieldLine('> ', editor),
          ]),
      ...(wrong === null ? [] : textLines(wrong, width, 'bad')),
    ];
    return withInView(lines, lines.length);
  },
  box: () => ({ tone: 'warn' }),
  textField: {
    text: (own) => (own.confirmation.typed === null ? null : oneLine(own)),
    typed: (own, editor) => ({ ...own, editor, wrong: null }),
  },
  question: ({ confirmation }) => confirmation,
  helpTitle: 'Confirmations',
  bindings,
};
