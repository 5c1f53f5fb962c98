import { describe, expect, test } from 'vitest';
import { type Console, openConsole, openMarket } from '../../../driver/console.ts';
import { hasSshd, type Machine, openMachine } from '../../../driver/sshd.ts';
import { soon } from '../../../driver/time.ts';
import { nvidiaSmi } from '../../../driver/tools.ts';
import { STILL } from '../../../stories/service.ts';
import { loginsTo } from './open-top.ts';

/** A login takes its time where others work, too. */
const PATIENT = { timeout: 25_000 };

/** Options of `ssh` in the order of its arguments, one set changed. */
function withOption(options: readonly string[], name: string, value: string): readonly string[] {
  return options.map((option) => (option.startsWith(`${name}=`) ? `${name}=${value}` : option));
}

/** A console on a market whose instances all have the address of one machine. */
async function consoleOn(machine: Machine, options = machine.options, args: readonly string[] = []): Promise<Console> {
  const market = await openMarket({ ...STILL, sshDestination: machine.destination });
  const console = await openConsole({
    args,
    env: { ...market.env, SPOTDECK_SSH_OPTIONS: JSON.stringify(options), SPOTDECK_MACHINES_INTERVAL: '1' },
  });
  await console.seeLoaded('14 bids');
  return console;
}

describe.skipIf(!hasSshd)('with real machines', () => {
  test('nothing logs in before m; then GPUs come, a lost machine says why and how old its numbers are, and comes back', async () => {
    const machine = await openMachine({ 'nvidia-smi': nvidiaSmi([{ utilization: 73 }]) });
    const console = await consoleOn(machine);
    await console.pane('bids').select('pretrain-b200').focus();
    expect(loginsTo(machine)).toEqual([]);
    console.do('machines');
    await console.see(/pretrain-b200-0 .*73%/, PATIENT);
    expect(console.screen().join('\n')).not.toContain('SIMULATED');
    machine.lose();
    await console.see(/pretrain-b200-0 .*(refused|closed)/, PATIENT);
    machine.tool('nvidia-smi', nvidiaSmi([{ utilization: 41 }]));
    await machine.restart();
    console.do('refresh');
    await console.see(/pretrain-b200-0 .*41%/, PATIENT);
    console.press('q', 'q');
    expect(await console.ended()).toEqual({ code: 0, signal: null });
    await soon(() => expect(loginsTo(machine)).toEqual([]), 10_000);
  });

  test('an unknown host says to log in once with s; accepted there, its numbers come', async () => {
    const machine = await openMachine({ 'nvidia-smi': nvidiaSmi([{ utilization: 73 }]) });
    const console = await consoleOn(machine, withOption(machine.options, 'StrictHostKeyChecking', 'ask'));
    await console.pane('bids').select('pretrain-b200').do('machines');
    await console.see(/pretrain-b200-0 .*unknown h/, PATIENT);
    console.press('Enter');
    await console.see('Log in once with s to accept the host key.');
    console.press('Esc');
    await console.gone('Log in once with s');
    console.do('machines');
    await console.gone('/bid:');
    console.do('machines');
    await console.see('1 Bids ─ 14');
    await console.pane('instances').select('pretrain-b200-0').do('ssh');
    await console.see('Are you sure you want to continue connecting');
    console.type('yes\n');
    await console.until('a shell is there', (screen) => /[#$] ?$/m.test(screen.screen().join('\n')));
    console.type('exit\n');
    await console.see(/Back from pretrain-b200-0/);
    await console.see(/pretrain-b200-0 .*73%/, PATIENT);
  });
});
