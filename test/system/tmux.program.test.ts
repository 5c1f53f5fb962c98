import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openingPane, tmuxArguments, variablesIn } from '../../src/system/tmux.ts';
import { soon } from '../driver/time.ts';

const hasTmux = spawnSync('tmux', ['-V']).error === undefined;

/** Starts a separate tmux server without configuration until the end of the test. */
function startTmux() {
  const folder = mkdtempSync(join(tmpdir(), 'tmux-'));
  const socket = join(folder, 'socket');
  const tmux = (...args: readonly string[]) =>
    spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  tmux('new-session', '-d', '-s', 'work', 'cat');
  onTestFinished(() => {
    tmux('kill-server');
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, tmux };
}

const argument = fc
  .array(
    fc.constantFrom(
      ';',
      '\\',
      '\\;',
      '#(id)',
      '#{pane_id}',
      '$(id)',
      '"',
      "'",
      '\n',
      ' ',
      'a',
      '-t',
      '=',
      '%1',
      '夜',
      '{',
      '}',
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));

describe.skipIf(!hasTmux)('in a real tmux', () => {
  test('a program gets its arguments and variables unchanged, whatever they end with', () => {
    const { folder, tmux } = startTmux();
    let count = 0;
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 5 }), argument, argument, (args, variable, name) => {
        count += 1;
        const out = join(folder, `out-${count}`);
        const opened = tmux(
          ...tmuxArguments([
            openingPane({
              position: { kind: 'window', name },
              program: 'sh',
              args: ['-c', `printf '%s\\0' "$VALUE" "$@" > '${out}'; tmux wait-for -S done`, 'sh', ...args],
              kind: 'tool',
              values: { VALUE: variable },
            }),
            ['wait-for', 'done'],
          ]),
        );
        expect([opened.stderr, opened.stdout]).toEqual(['', expect.stringMatching(/^%\d+\n$/)]);
        expect(readFileSync(out, 'utf8').split('\0').slice(0, -1)).toEqual([variable, ...args]);
      }),
      { numRuns: 30 },
    );
  });

  test('a program does not get what tmux itself was started with, and keeps what it is given', async () => {
    const { folder, tmux } = startTmux();
    const out = join(folder, 'out');
    tmux('set-environment', '-g', 'SPOTDECK_TOKEN', 'secret\n"; export X;');
    tmux('set-environment', '-t', 'work', 'OTHER_KEY', 'secret');
    tmux('set-environment', '-g', 'SPOTDECK_NAME', 'old');
    const known = variablesIn(
      tmux(
        ...tmuxArguments([
          ['show-environment', '-gs'],
          ['show-environment', '-s'],
        ]),
      ).stdout,
    );
    const pane = openingPane(
      {
        position: { kind: 'split' },
        program: 'sh',
        args: ['-c', `env >'${out}.new'; mv '${out}.new' '${out}'`],
        kind: 'own',
        values: { SPOTDECK_NAME: 'a' },
      },
      known,
    );
    expect(tmux(...tmuxArguments([pane])).stdout).toMatch(/^%\d+\n$/);
    await soon(() => expect(existsSync(out)).toBe(true));
    const got = readFileSync(out, 'utf8');
    expect(got).not.toContain('secret');
    expect(got).toMatch(/^SPOTDECK_NAME=a$/m);
    expect(got).toMatch(/^TMUX_PANE=%\d+$/m);
    expect(got).toMatch(/^PATH=\//m);
  });

  test('a program without arguments is not run as a line for a shell', async () => {
    const { folder, tmux } = startTmux();
    const harm = join(folder, 'harm');
    const pane = (program: string) =>
      openingPane({ position: { kind: 'split' }, program, args: [], kind: 'tool', values: { HARM: harm } });
    expect(tmux(...tmuxArguments([pane('touch "$HARM"; true')])).stdout).toMatch(/^%\d+\n$/);
    expect(tmux(...tmuxArguments([pane('true')])).stdout).toMatch(/^%\d+\n$/);
    // Both have ended: the pane of the session is left.
    await soon(() => expect(tmux('list-panes', '-s', '-t', 'work').stdout.trim().split('\n')).toHaveLength(1));
    expect(existsSync(harm)).toBe(false);
  });
});
