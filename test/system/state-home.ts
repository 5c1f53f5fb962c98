import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { newPath } from '../journal/snapshots.ts';

/** A state folder of its own for the program until the test is over, as the environment names it. */
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
