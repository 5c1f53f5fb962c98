import { describe, expect, test } from 'vitest';
import { type Console, openConsole, openMarket } from '../driver/console.ts';
import { type Machine, openMachine } from '../driver/machine.ts';
import { descendantsOf, processes } from '../driver/processes.ts';
import { hasSshd } from '../driver/sshd.ts';
import { TOOLS } from '../driver/tools.ts';
import { STILL } from './service.ts';

/** A console on a market whose instances all have the address of one machine. */
async function consoleOn(machine: Machine, options = machine.options, args: readonly string[] = []): Promise<Console> {
  const market = await openMarket([...STILL, '--ssh', machine.destination]);
  const console = await openConsole({
    args,
    env: { ...market.env, SPOTDECK_SSH_OPTIONS: JSON.stringify(options), SPOTDECK_MACHINES_INTERVAL: '1' },
  });
  await console.seeLoaded('14 bids');
  return console;
}

/** The processes whose command line has a text. */
const running = (pattern: RegExp): readonly number[] =>
  processes().flatMap(({ pid, command }) => (pattern.test(command) ? [pid] : []));

/** The logins to a machine that run now. */
const logins = (machine: Machine): readonly number[] => running(new RegExp(`^ssh .*${machine.folder}`));

async function noLogin(machine: Machine): Promise<void> {
  await expect.poll(() => logins(machine), { timeout: 10_000 }).toEqual([]);
}

describe.skipIf(!hasSshd)('with real machines', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('%s of the console leaves no login behind', async (signal) => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.hanging });
    const console = await consoleOn(machine, machine.options, ['--machines', 'all']);
    await expect.poll(() => logins(machine).length, { timeout: 20_000 }).toBeGreaterThan(4);
    console.kill(signal);
    await console.exited;
    await noLogin(machine);
    await expect.poll(() => running(new RegExp(`${machine.folder}/bin/nvidia-smi`)), { timeout: 15_000 }).toEqual([]);
  });
});

test('addresses for documentation, as the market has them, are never tried', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: ['--machines', 'all'], env: market.env });
  await console.seeLoaded('14 bids');
  await console.see(/pretrain-b200-0 .*no address/);
  expect(descendantsOf(console.pid)).toEqual([]);
});
