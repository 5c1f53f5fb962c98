import type { Dialog } from '../../screen/dialogs/dialog.ts';
import { blankLine, questionSign, textLine, textLines, withInView } from '../../screen/dialogs/line.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { type Binding, transition } from '../../screen/keys/binding.ts';
import { type Controller, update, withRemote } from '../../store/controller.ts';
import { dialogClosed, topDialog } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';
import { rotateKey } from './panes.ts';
import { rotationChanged, rotationOpened } from './rotation.ts';

const isAsking = (state: ConsoleState): boolean => {
  const top = topDialog(state);
  return top?.kind === 'rotation' && top.step.kind === 'asking';
};

function answer(controller: Controller, yes: boolean): void {
  if (!isAsking(controller.store.getState())) return;
  update(controller, (state) => rotationChanged(state, (own) => ({ ...own, step: { kind: 'running' } })));
  withRemote(controller, (remote) => remote.answerRotation?.(yes));
}

const bindings: readonly Binding[] = [
  {
    id: 'rotate-yes',
    keys: ['y'],
    label: 'Yes, go on with the rotation',
    hint: 'yes',
    confirms: true,
    when: isAsking,
    run: (controller) => answer(controller, true),
  },
  {
    id: 'rotate-no',
    keys: ['Esc', 'n'],
    label: 'No: the old key goes on working',
    hint: 'no',
    when: isAsking,
    run: (controller) => answer(controller, false),
  },
  {
    id: 'close-rotation',
    keys: ['Esc', 'Enter'],
    label: 'Close it; a rotation under way ends at its next question',
    hint: 'close',
    when: (state) => !isAsking(state),
    run: transition(dialogClosed),
  },
];

/** The dialog of a rotation; no secret is ever in its state. */
const rotation: Dialog<'rotation'> = {
  kind: 'rotation',
  title: () => 'Rotate the API key',
  lines: (state, { lines, step }, { width }) => {
    const { dot, more } = state.glyphs;
    const sign = questionSign(state, step.kind === 'asking' ? step : null);
    const all = [
      ...lines.flatMap(({ text, tone }) => textLines(text, width, tone)),
      ...(lines.length === 0 ? [] : [blankLine]),
      ...(step.kind === 'running' ? [textLine(`Working${more}`, 'busy')] : []),
      ...(step.kind === 'asking' ? step.lines.flatMap((line) => textLines(line, width, 'warn')) : []),
      ...(step.kind === 'asking' ? [blankLine, ...textLines(`${sign} y yes ${dot} Esc no`, width)] : []),
      ...(step.kind === 'ended' ? [textLine('Esc closes it.', 'dim')] : []),
    ];
    return withInView(all, all.length);
  },
  box: ({ step }) => ({ tone: step.kind === 'asking' ? 'warn' : 'accent', width: 96 }),
  question: ({ step }) => (step.kind === 'asking' ? step : null),
  unsaved: ({ step }) =>
    step.kind === 'ended' ? null : 'A rotation is under way. The old key works; the next rotation continues it.',
  helpTitle: 'Rotating an API key',
  bindings,
};

export const screen = {
  dialogs: { rotation },
  place: { after: 'secret' },
  works: [
    [
      rotateKey,
      (controller) => {
        update(controller, rotationOpened);
        withRemote(controller, (remote) => remote.rotateKey?.());
      },
    ],
  ],
} satisfies ScreenParts;
