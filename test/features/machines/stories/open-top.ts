import { openMarket } from '../../../driver/console.ts';
import type { Variables } from '../../../driver/environment.ts';
import { processes } from '../../../driver/processes.ts';
import { type Machine, openMachine } from '../../../driver/sshd.ts';
import { TOOLS } from '../../../driver/tools.ts';
import { openScript } from '../../../stories/script.ts';
import { STILL } from '../../../stories/service.ts';

/** A script at a market whose instances are a machine. */
export async function openTop(tool = TOOLS.steady) {
  const machine = await openMachine({ 'nvidia-smi': tool });
  const script = await openScript(await openMarket({ ...STILL, sshDestination: machine.destination }));
  const env = { SPOTDECK_SSH_OPTIONS: JSON.stringify(machine.options) };
  return {
    machine,
    market: script.market,
    env,
    top: (args: readonly string[], more: Variables = {}) => script.run(['top', ...args], { ...env, ...more }),
  };
}

/** The clients of a machine that run. */
export const loginsTo = ({ folder }: Pick<Machine, 'folder'>): readonly string[] =>
  processes().flatMap(({ command }) => (command.startsWith('ssh ') && command.includes(folder) ? [command] : []));
