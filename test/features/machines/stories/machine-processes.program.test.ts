import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Console, openConsole, openMarket } from '../../../driver/console.ts';
import type { Variables } from '../../../driver/environment.ts';
import { acceptOnLoopback } from '../../../driver/loopback.ts';
import { processesWithin, sshClients } from '../../../driver/processes.ts';
import { hasSshd, type Machine, openMachine } from '../../../driver/sshd.ts';
import { soon } from '../../../driver/time.ts';
import { TOOLS } from '../../../driver/tools.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { alteredMarket } from '../../../stories/altered.ts';
import { STILL } from '../../../stories/service.ts';

/** Longest time until nothing is left, in milliseconds, and until a tool that hangs has ended: it has ten seconds on its machine. */
const [ENDS_MS, TOOL_ENDS_MS] = [10_000, 20_000];

/** Instances that run. */
const READ = /^(?:pretrain|sweep)/;

/** Starts a market whose instances all have one address, and a console that reads them with the key of a machine. */
async function openReading(machine: Machine, address: string = machine.destination, env: Variables = {}) {
  const market = await openMarket({ ...STILL, sshDestination: address });
  // More logins than at a time, and no more: each takes a machine and its own encryption.
  const { env: few } = await alteredMarket(market, (row) =>
    'ssh_destination' in row && !READ.test(String(row['name'])) ? { ...row, status: 'STATUS_PAUSED' } : row,
  );
  const settings = { ...market.env, ...few, SPOTDECK_SSH_OPTIONS: JSON.stringify(machine.options), ...env };
  const console = await openConsole({ args: ['--reach', 'off', '--machines', 'all'], env: settings });
  await console.seeLoaded('14 bids');
  return console;
}

async function seeReading(console: Console, machine: Machine): Promise<void> {
  await console.see(/ 97%/);
  expect(sshClients(machine.folder).length).toBeGreaterThan(0);
}

/** Waits until no `ssh` of the console is left, and nothing of ours on the machine. */
async function expectNothingLeft({ folder }: Machine, withinMs = ENDS_MS): Promise<void> {
  await soon(() => expect(sshClients(folder).map(({ command }) => command)).toEqual([]), withinMs);
  // On the PATH of sessions only: the console's own variables name the folder too.
  await soon(() => expect(processesWithin(join(folder, 'bin')).map(({ command }) => command)).toEqual([]), withinMs);
}

const fault = fileURLToPath(new URL('../../../stories/planted-fault.mjs', import.meta.url));

describe.skipIf(!hasSshd)('no ssh and no shell of a machine is left', () => {
  test.for([
    ['is quit', (console: Console) => console.press('q')],
    ['is ended by SIGTERM', (console: Console) => console.kill('SIGTERM')],
    ['loses its terminal', (console: Console) => console.kill('SIGHUP')],
    ['is killed', (console: Console) => console.kill('SIGKILL')],
    ['crashes', (console: Console) => console.kill('SIGUSR2')],
  ] as const)('when the console %s', async ([, end]) => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.steady });
    const console = await openReading(machine, machine.destination, { NODE_OPTIONS: `--import=${fault}` });
    await seeReading(console, machine);
    end(console);
    await console.ended();
    await expectNothingLeft(machine);
  });

  test.for([
    ['is quit', (console: Console) => console.press('q')],
    ['is killed', (console: Console) => console.kill('SIGKILL')],
  ] as const)('when the console %s while it connects to machines that never answer', async ([, end]) => {
    const machine = await openMachine();
    const port = await acceptOnLoopback(() => undefined);
    const console = await openReading(machine, `127.0.0.1:${port}`);
    const connecting = (): number =>
      sshClients(machine.folder).filter(({ command }) => command.startsWith('ssh ')).length;
    await soon(() => expect(connecting()).toBe(4));
    end(console);
    await console.ended();
    await expectNothingLeft(machine);
  });

  test('when the console is killed while tools of the machines hang', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.hanging });
    const console = await openReading(machine);
    const onMachine = (): readonly string[] =>
      processesWithin(join(machine.folder, 'bin')).map(({ command }) => command);
    await soon(() => expect(onMachine()).toContain('sleep 1000'));
    console.kill('SIGKILL');
    await console.ended();
    await expectNothingLeft(machine, TOOL_ENDS_MS);
  });

  test('when machines are switched off, and their values leave the screen', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.steady });
    const console = await openReading(machine);
    await seeReading(console, machine);
    console.type(':stop reading');
    await console.see('Stop reading machines');
    console.press('Enter');
    await console.gone(/ 97%/);
    await expectNothingLeft(machine);
    expect(console.ending()).toBeNull();
  });

  test('when the console switches to a profile that reads no machines', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.steady });
    const market = await openMarket({ ...STILL, sshDestination: machine.destination });
    const config = join(newPath(), '..', 'config.toml');
    const service = [`base_url = "${market.origin}"`, `project = "${market.project}"`, 'token_env = "BOTH_TOKEN"'];
    writeFileSync(
      config,
      [
        'default_profile = "read"',
        'reach = false',
        `ssh_options = ${JSON.stringify(machine.options)}`,
        ...['[profiles.read]', ...service, 'machines = "all"'],
        ...['[profiles.quiet]', ...service, 'machines = "off"', ''],
      ].join('\n'),
    );
    const console = await openConsole({ args: [], env: { SPOTDECK_CONFIG: config, BOTH_TOKEN: market.token } });
    await console.seeLoaded('14 bids');
    await seeReading(console, machine);
    console.do('switch');
    await console.see('quiet profile');
    console.type('quiet\r');
    await console.see('quiet ▸');
    await expectNothingLeft(machine);
    expect(console.ending()).toBeNull();
  });
});
