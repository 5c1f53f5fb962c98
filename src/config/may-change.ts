import { readOnlyHint } from '../store/read-only.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Settings } from './settings.ts';

/** Refuses a command that changes something at the service where all is read-only, before anything is asked. @throws {CommandFailure} */
export function requireChanges(settings: Pick<Settings, 'readOnly' | 'readOnlyBy'>): void {
  const hint = readOnlyHint(settings);
  if (hint !== null) throw new CommandFailure(EXIT.usage, 'Read-only: nothing was sent.', hint);
}
