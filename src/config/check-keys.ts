import { allBindings } from '../keymap/all-bindings.ts';
import { checkOwn } from '../keymap/custom-command-bindings.ts';
import { checkRebound } from '../keymap/rebind.ts';
import type { OwnCommand } from '../resources/parts/custom-command.ts';
import type { Rebound } from '../state/key-names.ts';
import type { ConsoleState } from '../state/state.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

/** The operator's own keys, once they are judged. @throws {CommandFailure} that says which command or key is wrong. */
export function reboundBy(keys: Rebound): Rebound {
  const checked = checkRebound(keys);
  if (!checked.ok) throw new CommandFailure(EXIT.usage, `[keys] in the config file: ${checked.error}`);
  return checked.value;
}

/** The operator's own commands, once their keys are judged. @throws {CommandFailure} that says which key is taken. */
function ownBy(commands: readonly OwnCommand[], rebound: Rebound): readonly OwnCommand[] {
  const checked = checkOwn(commands, allBindings(rebound));
  if (!checked.ok) throw new CommandFailure(EXIT.usage, `[[commands]] in the config file: ${checked.error}`);
  return checked.value;
}

/** Both, as they count in the console. @throws {CommandFailure} for the first that is wrong. */
export function judged({
  rebound,
  ownCommands,
}: {
  readonly rebound: Rebound;
  readonly ownCommands: readonly OwnCommand[];
}): Pick<ConsoleState, 'rebound' | 'ownCommands'> {
  const keys = reboundBy(rebound);
  return { rebound: keys, ownCommands: ownBy(ownCommands, keys) };
}
