import type { FieldIssue } from '../../api/result.ts';
import { connectionForm } from '../../resources/connection-form.ts';
import { liveContextOf } from '../row-context.ts';
import type { ConsoleState } from '../state.ts';
import { dialogChanged, dialogOpened, isFirstRun } from './dialog-stack.ts';
import { formOpened, formRefused } from './form-state.ts';

/** Opens the form that connects to a service; its profile has the name that was asked for, or one that is free. */
export function connectionFormOpened(state: ConsoleState): ConsoleState {
  const { profile } = state.connected;
  const name = isFirstRun(state) ? profile : state.profiles.includes(DEFAULT) ? '' : DEFAULT;
  return dialogOpened(state, formOpened(connectionForm(name), liveContextOf(state)));
}

/** Name of the first profile. */
const DEFAULT = 'default';

/** Shows that a connection is tried, and what is being done. */
export function connectionTried(state: ConsoleState, doing: string, since: number): ConsoleState {
  return dialogChanged(state, 'form', (form) =>
    form.form.list === null ? { ...form, step: { kind: 'connecting', doing, since } } : form,
  );
}

/** Goes back to the form and shows why the connection does not work. */
export function connectionFailed(state: ConsoleState, issues: readonly FieldIssue[]): ConsoleState {
  return dialogChanged(state, 'form', (form) =>
    form.step.kind === 'connecting' ? formRefused(form, issues, null) : form,
  );
}
