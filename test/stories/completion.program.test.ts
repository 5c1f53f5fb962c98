import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { closeAfterTest, openMarket } from '../driver/console.ts';
import { openTerminal } from '../driver/terminal.ts';
import { newPath } from '../journal/snapshots.ts';
import { STILL } from './service.ts';

function has(shell: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${shell}`]);
    return true;
  } catch {
    return false;
  }
}

describe.each([
  ['bash', ['--norc', '--noprofile', '-i'], 'eval "$(spotdeck completion bash)"'],
  ['zsh', ['-f', '-i'], 'autoload -U compinit && compinit -u -D && eval "$(spotdeck completion zsh)"'],
  ['fish', ['--no-config', '-i'], 'spotdeck completion fish | source'],
] as const)('%s', (shell, args, begin) => {
  test.skipIf(!has(shell))('completes commands, the names of live bids, and files when Tab is pressed', async () => {
    const market = await openMarket(STILL);
    const folder = join(newPath(), '..');
    writeFileSync(join(folder, 'night-bids.json'), '{}');
    writeFileSync(join(folder, 'spotdeck'), `#!/bin/sh\nexec '${node}' '${program}' "$@"\n`, {
      mode: 0o755,
    });
    const terminal = openTerminal({
      command: shell,
      args: [...args],
      cwd: folder,
      columns: 100,
      rows: 20,
      env: { ...market.env, PATH: `${folder}:${process.env['PATH']}`, PS1: '> ' },
    });
    closeAfterTest(terminal);
    terminal.type(`${begin} && echo re''ady\n`);
    await terminal.see(/^ready/, { timeout: 20_000 });
    terminal.type('spotdeck bid pau\t');
    await terminal.see('spotdeck bid pause');
    terminal.type('pretr\t');
    await terminal.see('spotdeck bid pause pretrain-b200');
    terminal.press('Ctrl-U');
    terminal.type('spotdeck bid place --from-file nig\t');
    await terminal.see('--from-file night-bids.json');
  });
});
