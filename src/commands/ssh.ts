import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { endInWords, runInTerminal } from './in-terminal.ts';

const run = promisify(execFile);

/** How `ssh` is called here, beside what leads to the instance. */
export type SshWay = { readonly user: string | null; readonly options: readonly string[] };

/** Whether the way leads through another machine: then a look from here tells nothing of what is reachable. */
export function isThroughOthers({ options }: SshWay): boolean {
  return options.some((option) => option.startsWith('-J') || /proxy(?:jump|command)/i.test(option));
}

/** The arguments of `ssh`: the operator's own options first, then those of the address, which end with `--` and the host. */
export function sshCommand({ user, options }: SshWay, address: readonly string[]): readonly string[] {
  const named = user === null || address.at(-1)?.includes('@') === true ? [] : ['-l', user];
  return [...options, ...named, ...address];
}

/** Runs `ssh` in this terminal until it ends; answers in words how it did. */
export async function sshHere(args: readonly string[]): Promise<string> {
  return endInWords(await runInTerminal('ssh', args));
}

/** Opens a tmux window or a split of this one that runs `ssh`; answers with the identifier of its pane. */
export async function sshInTmux(name: string, where: 'window' | 'split', args: readonly string[]): Promise<string> {
  const place = where === 'window' ? ['new-window', '-n', name] : ['split-window'];
  const { stdout } = await run('tmux', [...place, '-P', '-F', '#{pane_id}', '--', 'ssh', ...args]);
  return stdout.trim();
}

/** Goes to a tmux pane and the window it is in. */
export async function goToPane(pane: string): Promise<void> {
  await run('tmux', ['select-window', '-t', pane, ';', 'select-pane', '-t', pane]);
}

/** Closes a tmux pane, and with it what runs there. */
export async function closePane(pane: string): Promise<void> {
  await run('tmux', ['kill-pane', '-t', pane]);
}

/** The identifiers of all tmux panes there are. */
export async function panes(): Promise<ReadonlySet<string>> {
  const { stdout } = await run('tmux', ['list-panes', '-a', '-F', '#{pane_id}']);
  return new Set(stdout.split('\n').filter((line) => line !== ''));
}
