import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { machinesOverSsh } from '../../../../src/features/machines/machine-ssh.ts';
import type { MachineProblem } from '../../../../src/features/machines/reading.ts';
import { acceptOnLoopback, listenOnLoopback } from '../../../driver/loopback.ts';
import { killIfRunning } from '../../../driver/processes.ts';
import { hasSshd, openMachine } from '../../../driver/sshd.ts';
import { soon } from '../../../driver/time.ts';
import { nvidiaSmi, TOOLS } from '../../../driver/tools.ts';
import { type WatchedStream, watchStream } from './watched-stream.ts';

afterEach(() => vi.unstubAllEnvs());

const watch = (options: readonly string[], destination: string): WatchedStream =>
  watchStream(
    machinesOverSsh(() => ({ user: null, options })),
    destination,
  );

const problemWith = (options: readonly string[], destination: string): Promise<MachineProblem> =>
  watch(options, destination).problem();

describe.skipIf(!hasSshd)('a machine that can not be read says why', () => {
  test('a key that it does not accept', async () => {
    const machine = await openMachine();
    expect(await problemWith(machine.wrongOptions, machine.destination)).toEqual({
      kind: 'no-key',
      message: expect.stringContaining('Permission denied'),
    });
  });

  test('a host key that is not known, and no host key is added to the known hosts', async () => {
    const machine = await openMachine();
    const known = join(machine.folder, 'none');
    const options = ['-o', 'StrictHostKeyChecking=ask', '-o', `UserKnownHostsFile=${known}`, ...machine.options];
    expect((await problemWith(options, machine.destination)).kind).toBe('unknown-host');
    expect(readdirSync(machine.folder)).not.toContain('none');
  });

  test('a host key that has changed', async () => {
    const machine = await openMachine();
    const other = await openMachine();
    const known = join(machine.folder, 'changed');
    writeFileSync(known, `[127.0.0.1]:${machine.port} ${other.hostKey}\n`);
    const options = ['-o', 'StrictHostKeyChecking=yes', '-o', `UserKnownHostsFile=${known}`, ...machine.options];
    expect((await problemWith(options, machine.destination)).kind).toBe('changed-host-key');
  });

  test('a port where nothing listens', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await problemWith(['-F', 'none'], `127.0.0.1:${port}`)).toEqual({
      kind: 'refused',
      message: expect.stringContaining('Connection refused'),
    });
  });

  test('a name that does not exist', async () => {
    expect((await problemWith(['-F', 'none'], 'no-such-machine.invalid')).kind).toBe('bad-name');
  });

  test('a server that accepts and stays silent', async () => {
    const port = await acceptOnLoopback(() => undefined);
    expect((await problemWith(['-F', 'none'], `127.0.0.1:${port}`)).kind).toBe('timeout');
  });

  test('a server that hangs up', async () => {
    const port = await acceptOnLoopback((socket) => socket.end());
    expect((await problemWith(['-F', 'none'], `127.0.0.1:${port}`)).kind).toBe('closed');
  });

  test.for(['$(id)', '-oProxyCommand=x', '203.0.113.7', 'a b'])(
    '%s is not an address, and ssh is not started',
    async (text) => {
      vi.stubEnv('PATH', '/nowhere');
      expect((await problemWith([], text)).kind).toBe('bad-address');
    },
  );

  test('no ssh on the machine of the console', async () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(await problemWith([], '127.0.0.1:22')).toEqual({
      kind: 'no-ssh',
      message: expect.stringContaining("ssh can't be started"),
    });
  });

  test('options of ssh that it does not know', async () => {
    expect((await problemWith(['-o', 'NoSuchOption=1'], '127.0.0.1:1')).kind).toBe('bad-config');
  });

  test('a login that ends at once, with its words made harmless', async () => {
    const machine = await openMachine({}, ['ForceCommand printf "\\033[31mThis account is closed.\\n"; exit 1']);
    expect(await problemWith(machine.options, machine.destination)).toEqual({
      kind: 'no-shell',
      message: '�[31mThis account is closed.',
    });
  });

  test('a machine that floods instead of greeting', async () => {
    const machine = await openMachine({}, ['ForceCommand yes']);
    expect((await problemWith(machine.options, machine.destination)).kind).toBe('too-much-output');
  });

  test('a machine that floods instead of a sample', async () => {
    const machine = await openMachine({}, [`ForceCommand printf '\\nspotdeck-machine 1\\n'; yes nvidia`]);
    const stream = watch(machine.options, machine.destination);
    await stream.opened;
    expect((await stream.problem()).kind).toBe('too-much-output');
  });

  test.for([
    ['instead of greeting', 'yes >&2'],
    ['instead of a sample', `printf '\\nspotdeck-machine 1\\n'; yes >&2`],
    ['in pieces of one byte', `printf '\\nspotdeck-machine 1\\n'; while :; do printf x >&2; done`],
  ] as const)('a machine that floods stderr %s', async ([, script]) => {
    const machine = await openMachine({}, [`ForceCommand ${script}`]);
    const began = process.cpuUsage();
    expect((await problemWith(machine.options, machine.destination)).kind).toBe('too-much-output');
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(1000);
  });

  test('a connection that is lost in the middle of a line, and the machine is read again when it is back', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.idle });
    const stream = watch(machine.options, machine.destination);
    await stream.sample();
    machine.tool('nvidia-smi', `#!/bin/sh\nprintf '0, NVIDIA H100 80GB HBM3, 97, 70'\nexec sleep 1000\n`);
    machine.lose();
    expect((await stream.problem()).kind).toBe('closed');
    expect((await problemWith(machine.options, machine.destination)).kind).toBe('refused');
    machine.tool('nvidia-smi', TOOLS.idle);
    await machine.restart();
    expect((await watch(machine.options, machine.destination).sample()).gpus.kind).toBe('read');
  });
});

describe.skipIf(!hasSshd)("the operator's ssh", () => {
  test('may have any configuration: no terminal, no forwarding, no command of it, and no connection that stays', async () => {
    const machine = await openMachine(
      {
        'nvidia-smi': nvidiaSmi([{ utilization: 1, name: 'NAME' }]).replace(
          'cat <<',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of the shell
          'sed "s|NAME|${SSH_AUTH_SOCK:-no agent} ${SSH_TTY:-no tty} ${SPOTDECK_TOKEN:-no token} ${LC_WORD:-no word}|" <<',
        ),
      },
      ['AcceptEnv *'],
    );
    const folder = mkdtempSync(join(machine.folder, 'client-'));
    const config = join(folder, 'config');
    writeFileSync(
      config,
      [
        'Host *',
        'ControlMaster auto',
        `ControlPath ${folder}/%C`,
        'ControlPersist 60',
        'RemoteCommand exec fish',
        'RequestTTY force',
        'ForwardAgent yes',
        'ForwardX11 yes',
        `LocalForward ${folder}/forwarded 127.0.0.1:22`,
        'ExitOnForwardFailure yes',
        'PermitLocalCommand yes',
        `LocalCommand touch ${folder}/local`,
        'BatchMode no',
        'SendEnv SPOTDECK_TOKEN LC_WORD',
      ].join('\n'),
    );
    const agent = join(machine.folder, 'agent');
    const { pid = 0 } = spawn('ssh-agent', ['-D', '-a', agent], { stdio: 'ignore' });
    onTestFinished(() => killIfRunning(pid));
    await soon(() => expect(existsSync(agent)).toBe(true));
    vi.stubEnv('SSH_AUTH_SOCK', agent);
    vi.stubEnv('SPOTDECK_TOKEN', 'secret');
    vi.stubEnv('LC_WORD', 'sent');
    const { gpus } = await watch([...machine.options, '-F', config, '-A', '-tt'], machine.destination).sample();
    expect(gpus).toMatchObject({ gpus: [{ name: 'no agent no tty no token no word' }] });
    expect(readdirSync(folder)).toEqual(['config']);
  });

  test('is given no secret of spotdeck', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.idle });
    vi.stubEnv('SPOTDECK_TOKEN', 'secret-token');
    const log = join(machine.folder, 'environment');
    const proxy = ['-o', `ProxyCommand=sh -c 'env > ${log}; exec nc 127.0.0.1 ${machine.port}'`];
    const stream = watch([...proxy, ...machine.options], machine.destination);
    // The proxy may fail where there is no nc; its environment is written all the same.
    await Promise.race([stream.sample(), stream.problem()]);
    const environment = readFileSync(log, 'utf8');
    expect(environment).toContain('PATH=');
    expect(environment).not.toContain('SPOTDECK');
    expect(environment).not.toContain('secret-token');
  });

  test('fails with the words of its jump host', async () => {
    const machine = await openMachine();
    const problem = await problemWith(
      [...machine.options, '-o', 'ProxyCommand=echo no such jump host >&2; exit 1'],
      machine.destination,
    );
    expect(problem.kind).toBe('closed');
  });
});
