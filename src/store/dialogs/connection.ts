import type { FieldIssue } from '../../api/result.ts';
import { connectionForm } from '../../resources/connection-form.ts';
import { liveContextOf } from '../row-context.ts';
import type { ConsoleState } from '../state.ts';
import { dialogChanged, dialogOpened, isFirstRun } from './dialog-stack.ts';
import { formOpened, formRefused } from './form-state.ts';

/** The profile has the name asked for, or a free one. */
export function connectionFormOpened(state: ConsoleState): ConsoleState {
  const { profile } = state.connected;
  const name = isFirstRun(state) ? profile : state.profiles.includes(DEFAULT) ? '' : DEFAULT;
  return dialogOpened(state, formOpened(connectionForm(name), liveContextOf(state)));
}

const DEFAULT = 'default';

/** Shows what is being done. */
export function connectionTried(state: ConsoleState, doing: string, since: number): ConsoleState {
  return dialogChanged(state, 'form', (form) =>
    form.form.list === null ? { ...form, step: { kind: 'connecting', doing, since } } : form,
  );
}

/** Goes back to the form with the reasons. */
export function connectionFailed(state: ConsoleState, issues: readonly FieldIssue[]): ConsoleState {
  return dialogChanged(state, 'form', (form) =>
    form.step.kind === 'connecting' ? formRefused(form, issues, null) : form,
  );
}
