import type { ConsoleState } from '../../store/state.ts';
import type { CustomCommand } from './command-record.ts';

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly customCommands?: readonly CustomCommand[];
  }
}

const NONE: readonly CustomCommand[] = [];

/** The custom commands of the operator; none before the config file was read. */
export const customCommandsOf = ({
  customCommands = NONE,
}: Pick<ConsoleState, 'customCommands'>): readonly CustomCommand[] => customCommands;
