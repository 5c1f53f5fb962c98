import { expect } from 'vitest';
import { expectNothingRan, expectUntouched } from '../../../attacks/harmless.ts';
import { payloadsFor, setOutCanary } from '../../../attacks/payloads.ts';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { openMachine } from '../../../driver/sshd.ts';
import { nvidiaSmi } from '../../../driver/tools.ts';
import { STILL } from '../../../stories/service.ts';

/** Largest number of GPUs that are read of one machine. */
const GPUS = 64;

/** Number of hostile texts on a machine: as many as it can have GPUs. */
export const ON_MACHINE = GPUS;

/** Console on a real machine whose GPUs and processes have hostile names: pane, GPUs, detail and copy menu. */
export async function hostileMachine(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary).slice(0, GPUS);
  const tool = nvidiaSmi(
    payloads.map(({ text }, n) => ({
      utilization: 50,
      name: text,
      processes: [{ pid: n + 1, name: text, memory: 10 }],
    })),
  );
  const machine = await openMachine({ 'nvidia-smi': tool });
  const market = await openMarket({ ...STILL, sshDestination: machine.destination });
  const console = await openConsole({
    args: [],
    env: { ...market.env, SPOTDECK_SSH_OPTIONS: JSON.stringify(machine.options) },
  });
  await console.seeLoaded('14 bids');
  await console.pane('bids').select('pretrain-b200').do('machines');
  await console.see(/pretrain-b200-0 .*50%/, { timeout: 25_000 });
  console.type('zz');
  console.do('machines-open');
  await console.see('m00m');
  for (let page = 0; page < 3; page++) console.press('PgDn');
  console.press('Enter');
  // The page of a machine that has not been read yet has nothing to scroll through.
  await console.see('Utilization');
  for (let page = 0; page < 6; page++) console.press('PgDn');
  await console.see(/m\d\dm.* on GPU \d/);
  console.press('Esc');
  console.type('gy');
  await console.see('identifier');
  console.press('Esc');
  expectUntouched(console, payloads);
  expect(console.clipboard()).toBeNull();
  expect(console.notifications()).toEqual([]);
  console.press('Ctrl-C');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  expectNothingRan(canary);
}
