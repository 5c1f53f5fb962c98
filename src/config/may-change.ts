import { readOnlyHint } from '../store/read-only.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Settings } from './settings.ts';

/** @throws {CommandFailure} if all is read-only, before anything is asked. */
export function requireChanges(settings: Pick<Settings, 'readOnly' | 'readOnlyBy'>): void {
  const hint = readOnlyHint(settings);
  if (hint !== null) throw new CommandFailure(EXIT.usage, 'Read-only: nothing was sent.', hint);
}
