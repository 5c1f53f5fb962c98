import type { Variables } from '../../driver/environment.ts';
import { openSshd } from '../../driver/sshd.ts';
import type { Terminal } from '../../driver/terminal.ts';
import { demo, lists, type Scene, usual } from '../../screenshots/scene.ts';

/** A real SSH server, to which all instances lead. */
async function withSshd(): Promise<{ readonly args: readonly string[]; readonly env: Variables }> {
  const sshd = await openSshd();
  return {
    args: [...demo, '--speed', '0', '--ssh', `127.0.0.1:${sshd.port}`],
    env: { SPOTDECK_SSH_OPTIONS: JSON.stringify([...sshd.options, '-t']) },
  };
}

async function sessions(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('2/train-llama-\r');
  for (const [instance, code] of [
    ['train-llama-0', '0'],
    ['train-llama-1', '130'],
  ] as const) {
    await terminal.see(new RegExp(`▌ +${instance} +● running.*up \\d+ms`));
    terminal.press('s');
    await terminal.until('a shell is there', (screen) => !screen.shows('Instances') && screen.shows('#'));
    terminal.type(`exit ${code}\n`);
    await terminal.see(`Back from ${instance}`);
    terminal.press('j');
  }
  terminal.press('6');
  await terminal.seeRows('Sessions', [/train-llama-1 .*code 130/]);
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [{ ...usual, file: 'sessions', opening: withSshd, script: sessions }];
