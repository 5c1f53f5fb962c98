import type { ConsoleState } from '../../store/state.ts';

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly recording?: boolean;
  }
}

/** Whether the console is recorded to a file. */
export const isRecorded = ({ recording = false }: Pick<ConsoleState, 'recording'>): boolean => recording;
