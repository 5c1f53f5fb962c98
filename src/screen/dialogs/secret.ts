import { textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { wrappedWhole } from '../../lib/width.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { DialogState, SecretStep } from '../../store/dialog-state.ts';
import { dialogChanged, dialogClosed, topDialog } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { type Dialog, oneLine, type Room } from './dialog.ts';
import {
  blankLine,
  type DialogLine,
  fieldLine,
  questionSign,
  sentToClipboard,
  textLine,
  textLines,
  withInView,
} from './line.ts';

const toStep = (step: (old: SecretStep, path: string) => SecretStep) => (state: ConsoleState) =>
  dialogChanged(state, 'secret', (dialog) => ({ ...dialog, step: step(dialog.step, dialog.secret.path) }));

function copySecret(controller: Controller): void {
  const top = topDialog(controller.store.getState());
  if (top?.kind !== 'secret') return;
  controller.terminal.copy(top.secret.value.read());
  update(
    controller,
    toStep(({ kept }) => ({
      kind: 'shown',
      message: sentToClipboard(),
      kept: kept === 'saved' ? kept : 'copied',
    })),
  );
}

async function saveSecret(controller: Controller): Promise<void> {
  const top = topDialog(controller.store.getState());
  if (top?.kind !== 'secret' || top.step.kind !== 'saving') return;
  const path = textIn(top.step.editor).trim();
  const value = top.secret.value.read();
  const saved = await controller.terminal.saveFile(path, value.endsWith('\n') ? value : `${value}\n`);
  update(
    controller,
    toStep((step) => {
      if (saved.ok)
        return {
          kind: 'shown',
          message: `Saved to ${saved.value}; only you can read it.${top.secret.what === 'private-key' ? ` For ~/.ssh/config: IdentityFile ${saved.value}` : ''}`,
          kept: 'saved',
        };
      return step.kind === 'saving'
        ? { ...step, wrong: `${saved.error} Type another place, or press Esc and copy it.` }
        : step;
    }),
  );
}

/** Closes the dialog; asks first when the secret was not saved. */
function closeSecret(state: ConsoleState): ConsoleState {
  const top = topDialog(state);
  if (top?.kind !== 'secret') return state;
  return top.step.kept === 'saved'
    ? showNotice(dialogClosed(state), 'The secret is no longer in this console.')
    : toStep(({ kept }) => ({ kind: 'leaving', kept }))(state);
}

const bindings: readonly Binding[] = [
  { id: 'copy-secret', keys: ['c', 'y'], label: 'Copy it', hint: 'copy', run: copySecret },
  {
    id: 'save-secret',
    keys: ['s'],
    label: 'Save it to a file that only you can read',
    hint: 'save to a file',
    run: transition(
      toStep((step, path) => ({ kind: 'saving', editor: textBufferOf(path), wrong: null, kept: step.kept })),
    ),
  },
  { id: 'close-secret', keys: ['Esc', 'Enter'], label: 'Close it', hint: 'close', run: transition(closeSecret) },
];

const savingBindings: readonly Binding[] = [
  {
    id: 'save-there',
    keys: ['Enter'],
    label: 'Save it there',
    hint: 'save',
    run: (controller) => void saveSecret(controller),
  },
  {
    id: 'save-not',
    keys: ['Esc'],
    label: 'Back to the secret',
    hint: 'back',
    run: transition(toStep((step) => ({ kind: 'shown', message: null, kept: step.kept }))),
  },
];

const leavingBindings: readonly Binding[] = [
  {
    id: 'lose-secret',
    keys: ['y'],
    label: 'Close it; it cannot be shown again',
    hint: 'close it',
    confirms: true,
    run: transition(dialogClosed),
  },
  {
    id: 'keep-secret',
    keys: ['Esc', 'n'],
    label: 'Back to the secret',
    hint: 'back',
    run: transition(toStep(({ kept }) => ({ kind: 'shown', message: null, kept }))),
  },
];

function leavingLines(state: ConsoleState, step: SecretStep, width: number): readonly DialogLine[] {
  const lost =
    step.kept === 'copied'
      ? 'It was not saved. If the terminal did not accept the copy, it is lost.'
      : 'It was neither copied nor saved, and it cannot be shown again.';
  return [
    ...textLines(lost, width, 'warn'),
    ...textLines(`${questionSign(state, step)} y close anyway, Esc back`, width),
  ];
}

/** On a low screen the secret replaces its explanation. */
function linesOf(state: ConsoleState, { secret, step }: DialogState<'secret'>, room: Room): readonly DialogLine[] {
  const { width } = room;
  if (step.kind === 'leaving') return leavingLines(state, step, width);
  const once = 'This is shown only once.';
  const low = state.size.rows < 16;
  const head = textLines(low ? once : [once, ...secret.lines].join(' '), width, 'warn');
  const gap = low ? [] : [blankLine];
  const foot: readonly DialogLine[] =
    step.kind === 'saving'
      ? [fieldLine('Save to ', step.editor), ...(step.wrong === null ? [] : textLines(step.wrong, width, 'bad'))]
      : [
          ...(step.message === null ? [] : textLines(step.message, width, 'good')),
          textLine('c copies it, s saves it to a file, Esc closes it.', 'dim'),
        ];
  const value = secret.value
    .read()
    .trimEnd()
    .split('\n')
    .flatMap((line) => wrappedWhole(line, width));
  const fitting = Math.max(1, room.height - head.length - foot.length - 2 * gap.length);
  const shown = value.length <= fitting ? value : value.slice(0, fitting - 1);
  const hidden = value.length - shown.length;
  const more = `${state.glyphs.more} ${hidden} more lines, copied and saved with the rest`;
  const lines: readonly DialogLine[] = [
    ...head,
    ...gap,
    ...shown.map((line) => textLine(line, 'strong')),
    ...(hidden === 0 ? [] : [textLine(more, 'dim')]),
    ...gap,
    ...foot,
  ];
  return withInView(lines, lines.length);
}

/** Closing it removes the secret from the screen and the state. */
export const secret: Dialog<'secret'> = {
  kind: 'secret',
  title: (_, own) => own.secret.title,
  lines: linesOf,
  box: ({ step }) => ({ tone: 'warn', ...(step.kind === 'leaving' ? {} : { width: 96 }) }),
  textField: {
    text: ({ step }) => (step.kind === 'saving' ? oneLine(step) : null),
    typed: (own, editor) => (own.step.kind === 'saving' ? { ...own, step: { ...own.step, editor, wrong: null } } : own),
  },
  question: ({ step }) => (step.kind === 'leaving' ? step : null),
  unsaved: () => 'The secret on screen cannot be shown again.',
  helpTitle: 'A secret shown once',
  bindings,
  steps: [
    { when: ({ step }) => step.kind === 'saving', helpTitle: 'Saving a secret', bindings: savingBindings },
    { when: ({ step }) => step.kind === 'leaving', helpTitle: 'Closing a secret', bindings: leavingBindings },
  ],
};
