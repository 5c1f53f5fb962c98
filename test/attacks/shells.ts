import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { program } from '../driver/built.ts';
import { closeAfterTest } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { openTerminal, type Terminal } from '../driver/terminal.ts';
import { soon } from '../driver/time.ts';
import { inNames, openService } from './doors.ts';
import { actingIn, expectLines, expectNothingRan, linesOf } from './harmless.ts';
import { type Payload, payloadsFor, setOutCanary } from './payloads.ts';
import { openProgram, type Stand, standIns } from './program.ts';

/** Completion prints one line for each name, and never a word that would be an option. */
export async function offered(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(inNames(payloads));
  const { run } = openProgram(service.env);
  for (const words of [
    ['bid', 'cancel', ''],
    ['volume', 'delete', ''],
    ['api-key', 'revoke', ''],
    ['ssh', ''],
    ['get', 'ssh-keys', ''],
  ]) {
    const { code, out, err } = await run(['complete', '--', ...words]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expectLines(out, linesOf(out).length);
    expect(linesOf(out).filter((word) => word.startsWith('-'))).toEqual([]);
    expect(linesOf(out).length).toBeGreaterThan(payloads.length / 2);
  }
  expectNothingRan(canary);
}

/** Start files of a shell in which one key inserts all completions into the line. */
const SHELLS = {
  bash: {
    args: ['--norc', '--noprofile', '-i'],
    begin: ['eval "$(spotdeck completion bash)"', `bind '"\\C-xa": insert-completions'`],
  },
  zsh: {
    args: ['-f', '-i'],
    begin: [
      'autoload -U compinit && compinit -u -D',
      'eval "$(spotdeck completion zsh)"',
      `zstyle ':completion:all-matches::::' completer _all_matches _complete`,
      `zstyle ':completion:all-matches:*' insert true`,
      'zle -C all-matches complete-word _generic',
      `bindkey '^Xa' all-matches`,
    ],
  },
  fish: { args: ['--no-config', '-i'], begin: ['spotdeck completion fish | source'] },
} as const;

export type Shell = keyof typeof SHELLS;

type InShell = { readonly terminal: Terminal; readonly stand: Stand };

/**
 * Shell in which `spotdeck` completes as the real program does, and otherwise only records its calls. The real
 * program is called once, without a prefix: the shell selects the matches.
 */
async function openShell(shell: Shell, env: Variables): Promise<InShell> {
  const { home, run } = openProgram(env);
  const offered = join(home.folder, 'offered');
  writeFileSync(offered, (await run(['complete', '--', 'bid', 'pause', ''])).out);
  const stand = standIns(home, {
    spotdeck: `case "$1" in completion) exec '${process.execPath}' '${program}' "$@";; complete) exec cat '${offered}';; esac`,
  });
  const begin = join(home.folder, 'begin');
  writeFileSync(begin, `${SHELLS[shell].begin.join('\n')}\n`);
  const terminal = openTerminal({
    command: shell,
    args: SHELLS[shell].args,
    columns: 120,
    rows: 40,
    env: { ...env, PATH: stand.path, PS1: '> ' },
  });
  closeAfterTest(terminal);
  terminal.type(`source ${begin} && echo re''ady\n`);
  await terminal.see(/^ready/, { timeout: 20_000 });
  return { terminal, stand };
}

/** Names of a hostile service, inserted into a command line by completion and sent with Enter: each is one argument. */
export async function completed(shell: Shell): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(inNames(payloads));
  const { terminal, stand } = await openShell(shell, service.env);
  terminal.type('spotdeck bid pause ');
  // fish has no key to insert all: each is completed from its beginning, if that can be typed unchanged.
  const chosen = shell === 'fish' ? payloads.filter(({ text, mark }) => text.startsWith(mark)) : payloads;
  if (shell === 'fish') for (const { mark } of chosen) terminal.type(`${mark}\t`);
  else terminal.type('\u0018a');
  await terminal.see(/pause \S/);
  terminal.press('Enter');
  const called = (): readonly (readonly string[])[] => stand.calls('spotdeck').filter(([word]) => word === 'bid');
  await soon(() => expect(called()).toHaveLength(1));
  expectNames(called()[0] ?? [], chosen);
  expect(terminal.title()).not.toContain('owned');
  expect(terminal.clipboard()).toBeNull();
  expect(terminal.notifications()).toEqual([]);
  expectNothingRan(canary);
}

function expectNames(call: readonly string[], payloads: readonly Payload[]): void {
  const [group, verb, ...names] = call;
  expect([group, verb]).toEqual(['bid', 'pause']);
  expect(names.flatMap(actingIn)).toEqual([]);
  expect(names.filter((word) => word.startsWith('-'))).toEqual([]);
  const wrong = payloads.filter(
    ({ text, mark }) => !text.startsWith('-') && names.filter((word) => word.includes(mark)).length !== 1,
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
}
