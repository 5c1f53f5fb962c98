import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { newPath } from '../journal/snapshots.ts';

/** Sets a new state folder in the environment until the end of the test. Returns its path. */
export function stateHome(): string {
  const folder = dirname(newPath());
  const before = process.env['XDG_STATE_HOME'];
  process.env['XDG_STATE_HOME'] = folder;
  onTestFinished(() => {
    if (before === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = before;
  });
  return join(folder, 'spotdeck');
}
