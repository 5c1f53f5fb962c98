import { editorOf } from '../../lib/text-buffer.ts';
import type { Confirmation } from '../../resources/resource.ts';
import type { Write } from '../../resources/write.ts';
import type { ConsoleState } from '../state.ts';
import { type Armed, type ArmedFor, type HiddenMarks, hiddenSentence } from './armed-action.ts';
import { dialogOpened } from './dialog-stack.ts';

/** A first tap asks for its second in the hint line. */
export function armedWith(state: ConsoleState, armed: Armed): ConsoleState {
  return { ...state, armed, notice: null };
}

/** A first tap is let go: nothing happens. */
export function disarmed(state: ConsoleState): ConsoleState {
  return state.armed === null ? state : { ...state, armed: null };
}

type Asked = {
  readonly writes: readonly Write[];
  readonly hidden: HiddenMarks | null;
  readonly for: ArmedFor;
};

/** A dialog asks before writes are sent; marked rows that a filter hides are said with it. */
export function confirmationOpened(
  state: ConsoleState,
  confirmation: Confirmation,
  { writes, hidden, for: about }: Asked,
): ConsoleState {
  const left = hidden === null ? [] : [{ text: `${hiddenSentence(hidden)}.`, tone: 'warn' as const }];
  return dialogOpened(disarmed(state), {
    kind: 'confirm',
    confirmation: { ...confirmation, lines: [...confirmation.lines, ...left] },
    writes,
    undoing: false,
    hidden,
    for: about,
    editor: editorOf(''),
    wrong: null,
  });
}
