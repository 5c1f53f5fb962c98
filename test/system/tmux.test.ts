import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openingPane, tmuxArguments, tmuxName } from '../../src/system/tmux.ts';

const hasTmux = spawnSync('tmux', ['-V']).error === undefined;

test.each([
  ['train-llama-0', 'train-llama-0'],
  ['gpu-0#(id >FILE)', 'gpu-0-id-FILE'],
  ['#{l:x}', 'l-x'],
  ['x;', 'x'],
  ['-F#{pane_id}', 'F-pane_id'],
  ['\'a\' "b" `c` $(d)\nrun-shell e', 'a-b-c-d-run-shell-e'],
  ['夜', 'spotdeck'],
  ['', 'spotdeck'],
])('%j becomes the window name %s', (text, name) => {
  expect(tmuxName(text)).toBe(name);
});

test('any name becomes a short window name without characters that tmux interprets', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
      expect(tmuxName(text)).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,59}$/);
    }),
  );
});

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
              environment: { VALUE: variable },
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

  test('a program without arguments is not run as a line for a shell', () => {
    const { folder, tmux } = startTmux();
    const harm = join(folder, 'harm');
    const pane = (program: string) =>
      openingPane({ position: { kind: 'split' }, program, args: [], environment: { HARM: harm } });
    expect(tmux(...tmuxArguments([pane('touch "$HARM"; true')])).stdout).toMatch(/^%\d+\n$/);
    expect(tmux(...tmuxArguments([pane('true')])).stdout).toMatch(/^%\d+\n$/);
    tmux('run-shell', 'sleep 0.2');
    expect(existsSync(harm)).toBe(false);
  });
});
