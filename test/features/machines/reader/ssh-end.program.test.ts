import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { machinesOverSsh } from '../../../../src/features/machines/machine-ssh.ts';
import { killIfRunning, processesWithin, sshClients } from '../../../driver/processes.ts';
import { hasSshd, openMachine } from '../../../driver/sshd.ts';
import { soon } from '../../../driver/time.ts';
import { TOOLS } from '../../../driver/tools.ts';
import { watchStream } from './watched-stream.ts';

/** Starts the program of `owner.ts`, which watches a machine, and waits until it prints a line. */
async function startOwner(until: string, ...args: readonly string[]): Promise<ChildProcess> {
  const owner = spawn(process.execPath, [fileURLToPath(new URL('owner.ts', import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    if (owner.pid !== undefined && owner.exitCode === null) killIfRunning(owner.pid);
  });
  let printed = '';
  while (!printed.includes(`${until}\n`)) {
    const [chunk]: Buffer[] = await once(owner.stdout, 'data');
    printed += chunk?.toString() ?? '';
  }
  return owner;
}

/** Longest time until nothing is left, in milliseconds, and until a tool that hangs has ended: it has ten seconds. */
const [ENDS_MS, TOOL_ENDS_MS] = [5000, 15_000];

describe.skipIf(!hasSshd)('no process is left', () => {
  test('neither here nor on the machine when a stream is closed', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.steady });
    const source = machinesOverSsh(() => ({ user: null, options: machine.options }));
    const stream = watchStream(source, machine.destination);
    await stream.sample();
    expect(sshClients(machine.folder).length).toBeGreaterThan(0);
    expect(processesWithin(machine.folder).length).toBeGreaterThan(0);
    stream.close();
    await soon(() => expect(sshClients(machine.folder)).toEqual([]), ENDS_MS);
    await soon(() => expect(processesWithin(machine.folder)).toEqual([]), ENDS_MS);
  });

  test('when a machine refuses the login or is lost', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.idle });
    const watch = (options: readonly string[]) =>
      watchStream(
        machinesOverSsh(() => ({ user: null, options })),
        machine.destination,
      );
    await watch(machine.wrongOptions).problem();
    await soon(() => expect(sshClients(machine.folder)).toEqual([]), ENDS_MS);
    const stream = watch(machine.options);
    await stream.sample();
    machine.lose();
    await stream.problem();
    await soon(() => expect(sshClients(machine.folder)).toEqual([]), ENDS_MS);
  });

  test('when the console is killed with SIGKILL while it reads a machine that does not mind the end of its input', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.steady }, [
      'ForceCommand sh -c "printf \'\\nspotdeck-machine 1\\nend 1\\n\'; exec sleep 1000"',
    ]);
    const owner = await startOwner('sampled', '200', machine.destination, ...machine.options);
    owner.kill('SIGKILL');
    await soon(() => expect(sshClients(machine.folder)).toEqual([]), ENDS_MS);
  });

  test('of a tool that hangs: it is reported as hanging, and killed on the machine', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.hanging });
    const stream = watchStream(
      machinesOverSsh(() => ({ user: null, options: machine.options })),
      machine.destination,
    );
    await soon(() => expect(processesWithin(machine.folder).map(({ command }) => command)).toContain('sleep 1000'));
    const { gpus, load } = await stream.sample();
    expect(gpus).toEqual({ kind: 'hangs' });
    expect(load).not.toBeNull();
    stream.close();
    // The next one had begun; its time is over after 10 s.
    await soon(() => expect(processesWithin(machine.folder)).toEqual([]), TOOL_ENDS_MS);
  });
});
