import { spawnSync } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { node, program } from '../../../driver/built.ts';
import { closeAfterTest, openConsole } from '../../../driver/console.ts';
import { hasSshd, openSshd } from '../../../driver/sshd.ts';
import { openTerminal } from '../../../driver/terminal.ts';

const hasTmux = spawnSync('tmux', ['-V']).error === undefined;

const demo = (port: number): readonly string[] => [
  ...['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'],
  ...['--ssh', `127.0.0.1:${port}`],
];

describe.skipIf(!hasSshd)('with a real SSH server', () => {
  test('s logs in, typed text arrives, and the console restores its screen, three times over', async () => {
    const sshd = await openSshd();
    const console = await openConsole({
      args: demo(sshd.port),
      env: { SPOTDECK_SSH_OPTIONS: JSON.stringify([...sshd.options, '-t']) },
    });
    await console.seeLoaded('14 bids');
    await console.pane('instances').select('train-llama-0').focus();
    await console.see(/train-llama-0\s+● running.*up \d+ms/);
    for (const turn of [1, 2, 3]) {
      console.do('ssh');
      await console.until(
        'a shell is there',
        (screen) => !screen.shows('Instances') && /[#$] ?$/m.test(screen.screen().join('\n')),
      );
      for (let n = 1; n <= 20; n++) {
        console.type(`echo typed-$((${turn}00 + ${n}))\n`);
        await console.see(`typed-${turn * 100 + n}`);
      }
      console.type(`sh -c 'echo wai""ting-${turn}; exec sleep 50'\n`);
      await console.see(`waiting-${turn}`);
      console.press('Ctrl-C');
      await console.until('a prompt again', (screen) =>
        /[#$] ?$/.test(
          screen
            .screen()
            .filter((line) => line !== '')
            .at(-1) ?? '',
        ),
      );
      console.type(`echo interr''upted-${turn}\n`);
      await console.see(`interrupted-${turn}`);
      console.type(`sh -c 'echo paus""ing-${turn}; exec sleep 50'\n`);
      await console.see(`pausing-${turn}`);
      console.press('Ctrl-Z');
      await console.see(/Stopped.*sleep 50/);
      console.type(`kill -9 %1; wait; echo go''ne-${turn}\n`);
      await console.see(`gone-${turn}`);
      // Not `exit 3`: bash asks again when it has not yet noticed that its stopped job is gone.
      console.type(`exec sh -c 'exit 3'\n`);
      await console.see(/Back from train-llama-0 after \d+s: code 3\./);
      await console.see(/train-llama-0\s+● running/);
    }
    await console.pane('sessions').focus();
    await console.see(/train-llama-0\s+\S+\s+\ds\s+code 3/);
    expect(console.rowsOfPane('Sessions').filter((row) => row.includes('code 3'))).toHaveLength(3);
    console.do('quit');
    expect(await console.ended()).toEqual({ code: 0, signal: null });
    expect(console.modes().changed).toEqual([]);
  });

  test('a connection that breaks restores the console, with how it ended', async () => {
    const sshd = await openSshd();
    const console = await openConsole({
      args: demo(sshd.port),
      env: { SPOTDECK_SSH_OPTIONS: JSON.stringify([...sshd.options, '-t']) },
    });
    await console.seeLoaded('14 bids');
    await console.pane('instances').select('train-llama-0').do('ssh');
    await console.until(
      'a shell is there',
      (screen) => !screen.shows('Instances') && /[#$] ?$/m.test(screen.screen().join('\n')),
    );
    console.type(`printf '\\033[?1003h\\033[?1006h\\033[5;10r\\033[4h\\033[31m\\033(0' && echo le''ft\n`);
    await console.see(/le.*ft|▒└.*°/);
    console.type('kill -9 $PPID\n');
    await console.see('Press Enter to go back to spotdeck.');
    console.press('Enter');
    await console.see(/Back from train-llama-0 after \d+s: code 255\./);
    await console.seeSelected('Instances', 'train-llama-0');
    expect(console.modes()).toMatchObject({ mouse: 'drag', alternateScreen: true });
    console.press('Esc');
    await console.see(/2 Instances ─ 3[78]/);
    await console.see(/pretrain-b200\s+● allocated/);
  });

  test('a wrong key can be read as ssh says it, before the console returns; a server that dies is reported', async () => {
    const sshd = await openSshd();
    const console = await openConsole({
      args: demo(sshd.port),
      env: { SPOTDECK_SSH_OPTIONS: JSON.stringify(sshd.wrongOptions) },
    });
    await console.seeLoaded('14 bids');
    await console.pane('instances').select('train-llama-0').do('ssh');
    await console.see('Permission denied');
    await console.see('ssh ended with code 255. Press Enter to go back to spotdeck.');
    console.press('Enter');
    await console.see(/Back from train-llama-0 after \d+s: code 255\./);
    await console.see(/up \d+ms/);
    sshd.kill();
    await console.see('refused', { timeout: 25_000 });
  });
});

/** The console as the first window of a tmux of its own. */
async function consoleInTmux(port: number, options: readonly string[]) {
  const socket = `spotdeck-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const command = [node, program, ...demo(port)].map((part) => `'${part}'`).join(' ');
  const tmux = openTerminal({
    command: 'tmux',
    args: ['-L', socket, '-f', '/dev/null', 'new', '-s', 'work', command],
    columns: 160,
    rows: 45,
    env: { SPOTDECK_SSH_OPTIONS: JSON.stringify(options) },
  });
  closeAfterTest(tmux);
  onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server']));
  await tmux.see('14 bids', { timeout: 20_000 });
  await tmux.seeLoaded('14 bids');
  return { ...tmux, socket };
}

describe.skipIf(!hasSshd || !hasTmux)('inside tmux', () => {
  test('s opens a window named after the instance, goes back to it, and the console goes on', async () => {
    const sshd = await openSshd();
    const tmux = await consoleInTmux(sshd.port, [...sshd.options, '-t']);
    const { socket } = tmux;
    tmux.press('2');
    tmux.type('/train-llama-0');
    tmux.press('Enter');
    await tmux.see(/2 Instances ─ 1 of 38/);
    tmux.press('s');
    await tmux.see(/1:train-llama-0\*/);
    await tmux.gone('14 bids');
    spawnSync('tmux', ['-L', socket, 'select-window', '-t', 'work:0']);
    await tmux.seeLoaded('14 bids');
    tmux.press('s');
    await tmux.see(/1:train-llama-0\*/);
    expect(
      spawnSync('tmux', ['-L', socket, 'list-windows'], { encoding: 'utf8' }).stdout.trim().split('\n'),
    ).toHaveLength(2);
    await tmux.until('a prompt', (screen) => /[#$] ?$/m.test(screen.screen().slice(0, -1).join('\n')));
    tmux.type('exit\n');
    await tmux.seeLoaded('14 bids');
    await tmux.see(/Back from train-llama-0 after \d+s: window closed\./);
  });

  test('a window whose login fails keeps what ssh says until Enter is pressed', async () => {
    const sshd = await openSshd();
    const tmux = await consoleInTmux(sshd.port, sshd.wrongOptions);
    tmux.press('2');
    tmux.type('/train-llama-0');
    tmux.press('Enter');
    await tmux.see(/2 Instances ─ 1 of 38/);
    tmux.press('s');
    await tmux.see('Permission denied');
    await tmux.see('ssh ended with code 255. Press Enter to close this window.');
    tmux.press('Enter');
    await tmux.see(/Back from train-llama-0 after \d+s: window closed\./);
  });

  test('the palette opens a split next to the console, and x in the Sessions pane ends it', async () => {
    const sshd = await openSshd();
    const tmux = await consoleInTmux(sshd.port, [...sshd.options, '-t']);
    tmux.press('2');
    tmux.type('/train-llama-0');
    tmux.press('Enter');
    await tmux.see(/2 Instances ─ 1 of 38/);
    tmux.type(':split\r');
    await tmux.until(
      'a prompt under the console',
      (screen) => screen.shows('spotdeck') && /[#$] ?$/m.test(screen.screen().slice(23, -1).join('\n')),
    );
    tmux.press('Ctrl-B', 'Up', '6');
    await tmux.see(/train-llama-0.*● open/);
    tmux.press('x');
    await tmux.see(/train-llama-0.*window closed/);
  });
});
