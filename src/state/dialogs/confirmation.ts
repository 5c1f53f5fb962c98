import { textBufferOf } from '../../lib/text-buffer.ts';
import type { Confirmation } from '../../resources/resource.ts';
import type { Write } from '../../resources/write.ts';
import type { ConsoleState } from '../state.ts';
import { type Armed, type AskedOfRows, type HiddenMarks, hiddenSentence } from './armed-action.ts';
import { dialogOpened } from './dialog-stack.ts';

/** Asks for a second tap in the hint line. */
export function armedWith(state: ConsoleState, armed: Armed): ConsoleState {
  return { ...state, armed, notice: null };
}

/** Cancels a first tap without effect. */
export function disarmed(state: ConsoleState): ConsoleState {
  return state.armed === null ? state : { ...state, armed: null };
}

type ConfirmedWrites = {
  readonly writes: readonly Write[];
  readonly hidden: HiddenMarks | null;
  readonly for: AskedOfRows;
};

/** Opens a dialog before writes are sent; it names marked rows that a filter hides. */
export function confirmationOpened(
  state: ConsoleState,
  confirmation: Confirmation,
  { writes, hidden, for: about }: ConfirmedWrites,
): ConsoleState {
  const left = hidden === null ? [] : [{ text: `${hiddenSentence(hidden)}.`, tone: 'warn' as const }];
  return dialogOpened(disarmed(state), {
    kind: 'confirm',
    confirmation: { ...confirmation, lines: [...confirmation.lines, ...left] },
    writes,
    undoing: false,
    hidden,
    for: about,
    editor: textBufferOf(''),
    wrong: null,
  });
}
