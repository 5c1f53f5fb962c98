import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a run of the tests a temporary folder of its own, which is gone with all that tests left in it when the run ends. Tests that
 * fail have no chance to remove theirs. Its name is short because sockets and names of commands have a longest path.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 's'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
