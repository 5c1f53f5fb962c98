import { checkRebound } from '../keys/rebinding.ts';
import type { Rebound } from '../state/key-names.ts';
import { CommandFailure, EXIT } from './failure.ts';

/** The operator's own keys, once they are judged. @throws {CommandFailure} that says which command or key is wrong. */
export function reboundBy(keys: Rebound): Rebound {
  const checked = checkRebound(keys);
  if (!checked.ok) throw new CommandFailure(EXIT.usage, `[keys] in the config file: ${checked.error}`);
  return checked.value;
}
