import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from './loopback.ts';

const SSHD = '/usr/sbin/sshd';

/** Whether this machine has an SSH server to test with; tests that need one are skipped, and counted, without. */
export const hasSshd = existsSync(SSHD) && spawnSync('ssh-keygen', ['-?']).error === undefined;

/** Real SSH server on loopback with its own host key, and one key that may log in. */
export type Sshd = {
  readonly port: number;
  /** Arguments that make `ssh` use that key and trust the server. */
  readonly options: readonly string[];
  /** Arguments with a key that the server rejects. */
  readonly wrongOptions: readonly string[];
  kill(): void;
};

export async function openSshd(): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'sshd-'));
  const key = (name: string): string => {
    const path = join(folder, name);
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
    return path;
  };
  const [host, user, stranger] = [key('host'), key('user'), key('stranger')];
  const authorized = join(folder, 'authorized');
  writeFileSync(authorized, readFileSync(`${user}.pub`), { mode: 0o600 });
  mkdirSync('/run/sshd', { recursive: true });
  const port = await freePort();
  const config = join(folder, 'config');
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${host}`,
      `AuthorizedKeysFile ${authorized}`,
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      'StrictModes no',
      'UsePAM no',
      'PrintMotd no',
      `PidFile ${join(folder, 'pid')}`,
    ].join('\n'),
  );
  const server = spawn(SSHD, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => end(server));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Server listening')) resolve();
    });
    server.once('exit', () => reject(new Error(`sshd did not start: ${said}`)));
  });
  const options = (identity: string): readonly string[] => [
    '-F',
    'none',
    '-i',
    identity,
    '-o',
    'IdentitiesOnly=yes',
    '-o',
    'StrictHostKeyChecking=no',
    '-o',
    `UserKnownHostsFile=${join(folder, 'known')}`,
    '-o',
    'LogLevel=ERROR',
    '-l',
    userInfo().username,
  ];
  return { port, options: options(user), wrongOptions: options(stranger), kill: () => end(server) };
}

function end(server: ChildProcess): void {
  if (server.exitCode === null && server.pid !== undefined) server.kill('SIGKILL');
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
