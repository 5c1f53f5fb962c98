import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Opening, openTerminal, type Terminal } from './terminal.ts';

/** The terminal at the prompt after a program. */
type Aftermath = {
  /** As `$?`: 128 plus the signal's number. */
  readonly status: number;
  /** Lines are edited and sent by Enter (`icanon`). */
  readonly canonical: boolean;
  readonly echo: boolean;
  /** Ctrl-C and Ctrl-Z send signals (`isig`). */
  readonly signals: boolean;
};

export type ShellTerminal = Terminal & {
  /** Waits for the program's end. */
  aftermath(): Promise<Aftermath>;
};

/** The outer shell outlives the program; the inner one notes its id and becomes it. */
const script = `
sh -c 'echo $$ >"$0"; exec "$@"' "$@"
status=$?
printf '\\nended with %s\\n' "$status"
stty -a
`;

/** Signals still go to the program. */
export function openInShell(opening: Opening): ShellTerminal {
  const { command, args = [] } = opening;
  // The shell completes the home.
  const terminal = openTerminal({
    ...opening,
    command: '/bin/sh',
    args: ['-c', `set -- "$HOME/.pid" "$@"${script}`, 'sh', command, ...args],
  });
  const pidFile = join(terminal.home, '.pid');

  async function aftermath(): Promise<Aftermath> {
    await terminal.ended();
    const said = terminal.raw();
    const status = /ended with (\d+)/.exec(said)?.[1];
    if (status === undefined) throw new Error(`The shell did not say how the program ended:\n${terminal.picture()}`);
    const on = (setting: string): boolean =>
      new RegExp(`(?<![-\\w])${setting}\\b`).test(said.slice(said.lastIndexOf('ended with')));
    return { status: Number(status), canonical: on('icanon'), echo: on('echo'), signals: on('isig') };
  }

  return {
    ...terminal,
    aftermath,
    kill: (signal = 'SIGTERM') => {
      if (!existsSync(pidFile)) throw new Error('The program has not started yet.');
      if (terminal.ending() === null) process.kill(Number(readFileSync(pidFile, 'utf8')), signal);
    },
  };
}
