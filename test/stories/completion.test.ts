import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { closeAfterTest, openMarket } from '../driver/console.ts';
import { openTerminal } from '../driver/terminal.ts';
import { newPath } from '../journal/snapshots.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

function has(shell: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${shell}`]);
    return true;
  } catch {
    return false;
  }
}

describe('completions of the last word', () => {
  test.each([
    [
      ['bid', 'p'],
      ['pause', 'place'],
    ],
    [['wat'], ['watch']],
    [['get', 'vol'], ['volumes']],
    [['get', 'volumes', 'im'], ['imagenet']],
    [['bid', 'pause', 'sweep-a', 'rend'], ['render']],
    [
      ['ssh', 'render-'],
      ['render-0', 'render-1', 'render-2'],
    ],
    [
      ['top', 'render'],
      ['render', 'render-0', 'render-1', 'render-2'],
    ],
    [['volume', 'delete', 'scr'], ['scratch']],
    [['bid', 'place', '--limit'], ['--limit-price']],
    [['get', 'bids', '--output', 'c'], ['csv']],
    [['get', 'bids', '--status', 'Pa'], ['Paused']],
    [
      ['get', 'bids', '--sort-dir', ''],
      ['asc', 'desc'],
    ],
    [
      ['get', 'instances', '--bid', 'render', 'sweep-'],
      ['sweep-a', 'sweep-b', 'sweep-c'],
    ],
    [
      ['get', 'instances', '--bid', 'render', '--sort'],
      ['--sort', '--sort-by', '--sort-dir'],
    ],
    [['bid', 'nothing', 'x'], []],
  ])('%j', async (words, fitting) => {
    const { run } = await openScript();
    expect(await run(['complete', '--', ...words])).toEqual({
      code: 0,
      out: fitting.map((word) => `${word}\n`).join(''),
      err: '',
    });
  });

  test('names come from a private cache for a minute, and without a service there are none', async () => {
    const { run, market, home } = await openScript();
    await run(['complete', '--', 'bid', 'pause', 'rend']);
    const folder = join(home.folder, '.cache', 'spotdeck');
    for (const name of readdirSync(folder).filter((one) => one.startsWith('names-')))
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    await market.stop();
    expect((await run(['complete', '--', 'bid', 'pause', 'rend'])).out).toBe('render\n');
    expect(await run(['complete', '--', 'volume', 'delete', 'i'])).toEqual({ code: 0, out: '', err: '' });
  });
});

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
