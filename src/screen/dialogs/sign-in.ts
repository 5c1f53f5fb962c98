import { textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update, withRemote } from '../../store/controller.ts';
import { dialogChanged, dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { refusedWithoutService } from '../../store/shown-instead.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { closes, type Dialog, oneLine } from './dialog.ts';
import { textLines } from './line.ts';

function signedIn(controller: Controller): void {
  const top = topDialog(controller.store.getState());
  if (top?.kind !== 'sign-in') return;
  const token = textIn(top.editor).trim();
  if (token === '') {
    update(controller, (state) =>
      dialogChanged(state, 'sign-in', (dialog) => ({ ...dialog, wrong: 'Paste or type a token.' })),
    );
    return;
  }
  update(controller, (state) => showNotice(dialogClosed(state), 'Signing in.'));
  withRemote(controller, (remote) => remote.signIn(token));
}

const bindings: readonly Binding[] = [
  { id: 'use-token', keys: ['Enter'], label: 'Sign in with it', hint: 'sign in', run: signedIn },
  closes('sign-in', ['Esc'], 'Cancel'),
];

export const signIn: Dialog<'sign-in'> = {
  kind: 'sign-in',
  openFrom: {
    id: 'sign-in',
    keys: ['T'],
    label: 'Sign in with another token',
    searchWords: ['token', 'password', 'signin', 'auth'],
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedWithoutService(state, 'there is nothing to sign in to.'),
    run: transition((state) => dialogOpened(state, { kind: 'sign-in', editor: textBufferOf(''), wrong: null })),
  },
  title: () => 'Sign in',
  lines: ({ connected }, { editor, wrong }, { width }) => [
    ...textLines(`An access token or API key for ${connected.origin}. It is kept in memory only.`, width, 'dim'),
    { kind: 'field', label: [{ text: 'Token: ', tone: 'accent' }], editor, mask: true },
    ...(wrong === null ? [] : textLines(wrong, width, 'bad')),
  ],
  textField: { text: oneLine, typed: (own, editor) => ({ ...own, editor, wrong: null }) },
  helpTitle: 'Signing in',
  bindings,
};
