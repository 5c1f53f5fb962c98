import type { ConsoleState } from '../../../src/store/state.ts';

/** A console that is being recorded. */
export const filled = (state: ConsoleState): ConsoleState => ({ ...state, recording: true });
