// Programs that a release is made with.
import { execFileSync } from 'node:child_process';

/**
 * What a program prints. @param {string} command @param {readonly string[]} args
 * @param {{ readonly cwd?: string, readonly env?: NodeJS.ProcessEnv }} [where] @returns {string}
 */
export function printedBy(command, args, where = {}) {
  try {
    return execFileSync(command, args, {
      ...where,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
    });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`${command} ${args[0] ?? ''} failed${said === '' ? '' : `: ${said}`}`);
  }
}

/** Whether a program is there. @param {string} command @returns {boolean} */
export function isThere(command) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
