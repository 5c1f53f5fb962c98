import type { Settings } from '../../../config/settings.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';

/** Whether the config file makes the profile read-only: rules with `allow` act there, and nothing else. */
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
