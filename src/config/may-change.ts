import { readOnlyHint } from '../store/read-only.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Settings } from './settings.ts';

/** Refuses a command that changes something at the service where all is read-only, before anything is asked. @throws {CommandFailure} */
export function requireChanges(settings: Pick<Settings, 'readOnly' | 'readOnlyBy'>): void {
  const hint = readOnlyHint(settings);
  if (hint !== null) throw new CommandFailure(EXIT.usage, 'Read-only: nothing was sent.', hint);
}

/** Returns whether the config file makes the profile read-only: rules with `allow` act there, and nothing else. */
export const isReadOnlyProfile = ({ readOnlyBy }: Pick<Settings, 'readOnlyBy'>): boolean =>
  readOnlyBy?.kind === 'config';

/** Refuses to let rules act where an option or a variable makes all read-only. @throws {CommandFailure} with what else is possible. */
export function requireRulesMayAct(
  { readOnly, readOnlyBy }: Pick<Settings, 'readOnly' | 'readOnlyBy'>,
  instead: string,
): void {
  if (!readOnly || readOnlyBy?.kind === 'config') return;
  throw new CommandFailure(EXIT.usage, `Rules can't act with ${readOnlyBy?.name ?? '--read-only'}.`, instead);
}
