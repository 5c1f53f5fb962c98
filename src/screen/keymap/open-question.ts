import { type TextBuffer, textBufferOf } from '../../lib/text-buffer.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { isTooSmall } from '../../store/panes/layout.ts';
import type { OpenQuestion } from '../../store/question.ts';
import type { ConsoleState } from '../../store/state.ts';
import { dialogOf } from '../dialogs/screen.ts';

/** A first tap waiting for its second, over the panes or a page. */
export function openTap(state: ConsoleState): OpenQuestion | null {
  const own = topDialog(state);
  return own === undefined || dialogOf(state, own).page !== undefined ? state.tapQuestion : null;
}

/** The open question about a change, and the text typed to confirm it. `impossible`: why it can no longer be done. */
type AskedChange = {
  readonly question: OpenQuestion;
  readonly editor: TextBuffer;
  readonly impossible: string | null;
};

/** The open question about a change; null without one. */
export function askedChange(state: ConsoleState): AskedChange | null {
  const own = topDialog(state);
  if (own?.kind === 'confirm') return own;
  if (own?.kind === 'form' && own.step.kind === 'review') return { ...own.step, impossible: null };
  const question = openTap(state);
  return question === null ? null : { question, editor: textBufferOf(''), impossible: null };
}

/** The open question of any kind, identified by its object in the state; null when none is open or none can be seen. */
export function questionOf(state: ConsoleState): object | null {
  if (isTooSmall(state.size)) return null;
  const own = topDialog(state);
  return (own === undefined ? null : dialogOf(state, own).question?.(own)) ?? openTap(state);
}
