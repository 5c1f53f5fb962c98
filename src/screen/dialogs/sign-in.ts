import { textIn } from '../../lib/text-buffer.ts';
import { type Controller, update, withRemote } from '../../store/controller.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogClosed, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { signInLeft, signInOpened, tokenRefused, typedDropped } from '../../store/dialogs/sign-in.ts';
import { refusedWithoutService } from '../../store/read-only.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { closes, type Dialog, MOST_TYPED, oneLine } from './dialog.ts';
import { busyLines, type DialogLine, textLines } from './line.ts';

function openSignIn({ store }: Controller): DialogState<'sign-in'> | null {
  const top = topDialog(store.getState());
  return top?.kind === 'sign-in' ? top : null;
}

/** Unless the service is asked about this token already. */
function trySignIn(controller: Controller): void {
  const own = openSignIn(controller);
  if (own === null || (own.step.kind === 'asking' && own.editor.selected === true)) return;
  const token = textIn(own.editor).trim();
  if (token === '') update(controller, (state) => tokenRefused(state, 'Paste or type a token.'));
  else withRemote(controller, (remote) => remote.trySignIn(token));
}

function stopSignIn(controller: Controller): void {
  update(controller, dialogClosed);
  withRemote(controller, (remote) => remote.cancelSignIn());
}

/** An Enter after typing belongs to the typed text. */
function keepToken(controller: Controller): void {
  const own = openSignIn(controller);
  if (own?.step.kind !== 'accepted') return;
  if (textIn(own.editor) !== '') update(controller, typedDropped);
  else if (own.step.place === null) update(controller, signInLeft);
  else withRemote(controller, (remote) => remote.keepToken());
}

const bindings: readonly Binding[] = [
  { id: 'use-token', keys: ['Enter'], label: 'Sign in with it', hint: 'sign in', run: trySignIn },
  closes('sign-in', ['Esc'], 'Cancel'),
];

const askingBindings: readonly Binding[] = [
  { id: 'use-other-token', keys: ['Enter'], label: 'Sign in with what was typed since', run: trySignIn },
  { id: 'stop-signing-in', keys: ['Esc'], label: 'Stop, and keep the token in use', hint: 'stop', run: stopSignIn },
];

const acceptedBindings: readonly Binding[] = [
  { id: 'keep-token', keys: ['Enter'], label: 'Save it where the one before was', hint: 'save', run: keepToken },
  {
    id: 'keep-in-memory',
    keys: ['Esc'],
    label: 'Keep it in memory only',
    hint: 'do not save',
    run: transition(signInLeft),
  },
];

function stepLines(
  state: ConsoleState,
  { step, editor }: DialogState<'sign-in'>,
  width: number,
): readonly DialogLine[] {
  switch (step.kind) {
    case 'typing':
      return step.wrong === null ? [] : textLines(step.wrong, width, 'bad');
    case 'asking':
      return busyLines(state, 'Asking the service', step.since, width);
    case 'accepted':
      return [
        ...textLines('Signed in.', width, 'good'),
        ...(step.remark === null ? [] : textLines(step.remark, width, 'warn')),
        ...(step.wrong === null ? [] : textLines(step.wrong, width, 'bad')),
        ...(textIn(editor) === ''
          ? textLines(
              step.place === null
                ? 'Esc closes this. The token is kept in memory only.'
                : `Enter saves the token in ${step.place}, where the one before was. Esc keeps it in memory only.`,
              width,
            )
          : textLines('What is typed now goes nowhere. Enter drops it.', width, 'warn')),
      ];
  }
}

export const signIn: Dialog<'sign-in'> = {
  kind: 'sign-in',
  openFrom: {
    id: 'sign-in',
    keys: [],
    label: 'Sign in with another token',
    names: ['login', 'sign in'],
    formerly: { keys: ['T'] },
    searchWords: ['token', 'password', 'signin', 'auth'],
    scope: 'everywhere',
    disabled: (state) => refusedWithoutService(state, 'there is nothing to sign in to.'),
    run: transition(signInOpened),
  },
  title: () => 'Sign in',
  lines: (state, own, { width }) => [
    ...textLines(`An access token or API key for ${state.connected.origin}.`, width, 'dim'),
    ...(own.step.kind === 'accepted'
      ? []
      : [
          {
            kind: 'field',
            label: [{ text: 'Token: ', tone: 'accent' }],
            editor: own.editor,
            mask: true,
          } as const,
        ]),
    ...stepLines(state, own, width),
  ],
  textField: {
    text: (own) => ({ ...oneLine(own), most: MOST_TYPED.value }),
    typed: (own, editor) => ({
      ...own,
      editor,
      step: own.step.kind === 'typing' ? { kind: 'typing', wrong: null } : own.step,
    }),
  },
  helpTitle: 'Signing in',
  bindings,
  steps: [
    { when: ({ step }) => step.kind === 'asking', helpTitle: 'While signing in', bindings: askingBindings },
    { when: ({ step }) => step.kind === 'accepted', helpTitle: 'Signed in', bindings: acceptedBindings },
  ],
};
