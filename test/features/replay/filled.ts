import type { ConsoleState } from '../../../src/store/state.ts';

export const filled = (state: ConsoleState): ConsoleState => ({ ...state, recording: true });
