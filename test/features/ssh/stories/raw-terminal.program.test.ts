import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sshInWindow } from '../../../../src/features/ssh/open-sessions.ts';
import { closeAfterTest, openConsoleInShell } from '../../../driver/console.ts';
import { openTerminal } from '../../../driver/terminal.ts';

/** A PATH whose `ssh` is a script. */
function pathWithSsh(does: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'raw-ssh-'));
  const path = join(folder, 'ssh');
  writeFileSync(path, `#!/bin/sh\n${does}\n`);
  chmodSync(path, 0o700);
  return `${folder}:${process.env['PATH']}`;
}

test.each([
  ['ends', 'stty raw -echo; exit 3', 'code 3'],
  ['is killed', 'stty raw -echo; kill -9 $$', 'SIGKILL'],
] as const)(
  'an ssh that leaves the terminal raw and %s changes nothing of the screen, nor of the shell afterwards',
  async (_, does, end) => {
    const console = await openConsoleInShell({
      args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0', '--ssh', '127.0.0.1:9'],
      env: { PATH: pathWithSsh(does) },
    });
    await console.seeLoaded('14 bids');
    await console.pane('instances').select('train-llama-0').do('ssh');
    await console.see(new RegExp(`Back from train-llama-0 after \\d+s: ${end}\\.`));
    console.press('Ctrl-L');
    await console.until('every line of the screen is drawn from its first column', ({ screen }) =>
      screen()
        .slice(1, -1)
        .every((line) => /^[╭│╰]/.test(line)),
    );
    console.kill('SIGTERM');
    expect(await console.aftermath()).toEqual({ status: 143, canonical: true, echo: true, signals: true });
  },
);

test('an ssh that fails and leaves the terminal raw is read until Enter, and then the console is back', async () => {
  const console = await openConsoleInShell({
    args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0', '--ssh', '127.0.0.1:9'],
    env: { PATH: pathWithSsh('stty raw -echo; exit 255') },
  });
  await console.seeLoaded('14 bids');
  await console.pane('instances').select('train-llama-0').do('ssh');
  await console.see('ssh ended with code 255. Press Enter to go back to spotdeck.');
  console.press('Enter');
  await console.see(/Back from train-llama-0 after \d+s: code 255\./);
});

test('a window of tmux in which ssh fails and leaves the terminal raw closes with Enter', async () => {
  const { program, args } = sshInWindow(['host']);
  const window = openTerminal({ command: program, args, env: { PATH: pathWithSsh('stty raw -echo; exit 255') } });
  closeAfterTest(window);
  await window.see('ssh ended with code 255. Press Enter to close this window.');
  window.press('Enter');
  expect(await window.ended()).toMatchObject({ code: 0 });
});
