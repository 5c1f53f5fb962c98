import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { SSHD, type Sshd, type SshdOpening, startSshd } from './ssh-server.ts';

/** Whether this machine has an SSH server to test with; tests that need one are skipped, and counted, without. */
export const hasSshd = existsSync(SSHD) && spawnSync('ssh-keygen', ['-?']).error === undefined;

/** Starts an SSH server until the end of the test. */
export async function openSshd(opening: SshdOpening = {}): Promise<Sshd> {
  const server = await startSshd(opening);
  onTestFinished(server.close);
  return server;
}
