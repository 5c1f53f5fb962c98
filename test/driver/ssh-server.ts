import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { descendantsOf, killIfRunning } from './processes.ts';

export const SSHD = '/usr/sbin/sshd';

/** A real server on loopback with its own host key, and one key that may log in. */
export type Sshd = {
  readonly port: number;
  /** Named by arguments of clients and environments of sessions. */
  readonly folder: string;
  /** Use that key and trust the server. */
  readonly options: readonly string[];
  /** With a rejected key. */
  readonly wrongOptions: readonly string[];
  log(): string;
  readonly hostKey: string;
  /** Open connections stay. */
  kill(): void;
  /** As when the machine is lost. */
  lose(): void;
  /** On the same port. */
  restart(): Promise<void>;
  /** Also deletes its folder. */
  close(): Promise<void>;
};

export type SshdOpening = {
  /** Lines of its config. */
  readonly config?: readonly string[];
  /** Scripts by name, first on the PATH of sessions. */
  readonly programs?: Readonly<Record<string, string>>;
};

/** Its caller closes it. */
export async function startSshd({ config: more = [], programs = {} }: SshdOpening = {}): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'sshd-'));
  const key = (name: string): string => {
    const path = join(folder, name);
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
    return path;
  };
  const [host, user, stranger] = [key('host'), key('user'), key('stranger')];
  const authorized = join(folder, 'authorized');
  writeFileSync(authorized, readFileSync(`${user}.pub`), { mode: 0o600 });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, script] of Object.entries(programs)) writeFileSync(join(bin, name), script, { mode: 0o755 });
  mkdirSync('/run/sshd', { recursive: true });
  const port = await freePort();
  const config = join(folder, 'config');
  writeFileSync(
    config,
    [
      ...more,
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
      // All instances share this server, which would refuse some of so many by chance.
      'MaxStartups 200',
      // Sessions do not read this user's profile.
      `SetEnv PATH=${bin}:${process.env['PATH'] ?? ''} HOME=${folder}`,
      `PidFile ${join(folder, 'pid')}`,
    ].join('\n'),
  );
  let log = '';
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(SSHD, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    const before = log.length;
    await new Promise<void>((resolve, reject) => {
      started.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString();
        if (log.includes('Server listening', before)) resolve();
      });
      started.once('exit', () => reject(new Error(`sshd did not start: ${log}`)));
    });
    return started;
  };
  let server = await start();
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
  return {
    port,
    folder,
    options: options(user),
    wrongOptions: options(stranger),
    log: () => log,
    hostKey: readFileSync(`${host}.pub`, 'utf8').trim(),
    kill: () => end(server),
    lose: () => endAll(server),
    restart: async () => {
      await ended(server);
      server = await start();
    },
    close: async () => {
      end(server);
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function end(server: ChildProcess): void {
  if (server.exitCode === null && server.pid !== undefined) server.kill('SIGKILL');
}

function endAll(server: ChildProcess): void {
  const sessions = server.pid === undefined ? [] : descendantsOf(server.pid);
  end(server);
  for (const pid of sessions) killIfRunning(pid);
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  await new Promise<void>((resolve) => server.once('exit', () => resolve()));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
