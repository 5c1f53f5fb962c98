import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killIfRunning, processesWithin } from './driver/processes.ts';

/**
 * Gives a run of the tests a temporary folder of its own, which is gone with all that tests left in it when the run ends. Tests that
 * fail have no chance to remove theirs. Its name is short because sockets and names of commands have a longest path.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 's'));
  process.env['TMPDIR'] = folder;
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const cutOff = (): void => {
    // A run that a signal ends waits for nothing: programs of its tests would go on, and write their logs into the folder again.
    if (existsSync('/proc')) {
      const left = processesWithin(`TMPDIR=${folder}`).filter(({ pid }) => pid !== process.pid);
      for (const { pid } of left) killIfRunning(pid);
      // Small disks of stories about full ones.
      for (const [, disk = ''] of readFileSync('/proc/mounts', 'utf8').matchAll(/^\S+ (\S+)/gm))
        if (disk.startsWith(`${folder}/`)) execFileSync('umount', ['-l', disk]);
    }
    remove();
  };
  process.once('exit', cutOff);
  return () => {
    process.off('exit', cutOff);
    remove();
  };
}
