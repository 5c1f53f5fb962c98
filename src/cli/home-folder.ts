import { homedir } from 'node:os';

/**
 * Gives the program a home folder where there is none: without HOME for a user whom the system doesn't know, as in a small container. It is
 * the root then, as container runtimes have it. An empty HOME counts as none; the own files would go to where the program was started.
 */
export function ensureHome(): void {
  if (process.env['HOME'] === '') delete process.env['HOME'];
  try {
    homedir();
  } catch {
    process.env['HOME'] = '/';
  }
}
