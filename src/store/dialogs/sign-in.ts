import type { FieldIssue } from '../../api/result.ts';
import { selectedEditor, textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { connectionForm } from '../../resources/connection-form.ts';
import { showNotice } from '../activity.ts';
import type { DialogState } from '../dialog-state.ts';
import { liveContextOf } from '../row-context.ts';
import type { ConsoleState } from '../state.ts';
import { dialogChanged, dialogClosed, dialogOpened, isFirstRun, topDialog } from './dialog-stack.ts';
import { formOpened, formRefused } from './form-state.ts';

type SignIn = DialogState<'sign-in'>;

export type Acceptance = { readonly place: string | null; readonly remark: string | null };

const SIGNED_IN = 'Signed in. The token is kept in memory only.';

export function signInOpened(state: ConsoleState): ConsoleState {
  return dialogOpened(state, {
    kind: 'sign-in',
    editor: textBufferOf(''),
    step: { kind: 'typing', wrong: null },
  });
}

const changed = (state: ConsoleState, change: (own: SignIn) => SignIn): ConsoleState =>
  dialogChanged(state, 'sign-in', change);

/** The sent token is selected: another one takes its place. */
export function tokenAsked(state: ConsoleState, since: number): ConsoleState {
  return changed(state, (own) => ({
    ...own,
    editor: selectedEditor(textIn(own.editor)),
    step: { kind: 'asking', since },
  }));
}

export function tokenRefused(state: ConsoleState, wrong: string): ConsoleState {
  return changed(state, (own) => ({ ...own, step: { kind: 'typing', wrong } }));
}

/** Closes when there is nothing to save, unless something was typed since. */
export function tokenAccepted(state: ConsoleState, { place, remark }: Acceptance): ConsoleState {
  const top = topDialog(state);
  if (top?.kind !== 'sign-in') return state;
  if (place === null && top.editor.selected === true)
    return showNotice(dialogClosed(state), remark ?? SIGNED_IN, remark === null ? 'good' : 'warn');
  return changed(state, (own) => ({
    ...own,
    editor: textBufferOf(''),
    step: { kind: 'accepted', place, remark, wrong: null },
  }));
}

export function typedDropped(state: ConsoleState): ConsoleState {
  return changed(state, (own) => ({ ...own, editor: textBufferOf('') }));
}

export function tokenKept(state: ConsoleState, place: string): ConsoleState {
  return topDialog(state)?.kind === 'sign-in'
    ? showNotice(dialogClosed(state), `Signed in. The token is saved in ${place}.`, 'good')
    : state;
}

export function tokenNotKept(state: ConsoleState, wrong: string): ConsoleState {
  return changed(state, (own) => (own.step.kind === 'accepted' ? { ...own, step: { ...own.step, wrong } } : own));
}

/** The token stays in use, unsaved. */
export function signInLeft(state: ConsoleState): ConsoleState {
  return showNotice(dialogClosed(state), SIGNED_IN, 'good');
}

export function connectionFormOpened(state: ConsoleState): ConsoleState {
  const { profile } = state.connected;
  const name = isFirstRun(state) ? profile : state.profiles.includes(DEFAULT) ? '' : DEFAULT;
  return dialogOpened(state, formOpened(connectionForm(name), liveContextOf(state)));
}

const DEFAULT = 'default';

export function connectionTried(state: ConsoleState, doing: string, since: number): ConsoleState {
  return dialogChanged(state, 'form', (form) =>
    form.form.list === null ? { ...form, step: { kind: 'connecting', doing, since } } : form,
  );
}

export function connectionFailed(state: ConsoleState, issues: readonly FieldIssue[]): ConsoleState {
  return dialogChanged(state, 'form', (form) =>
    form.step.kind === 'connecting' ? formRefused(form, issues, null) : form,
  );
}
