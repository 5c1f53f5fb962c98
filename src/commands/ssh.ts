import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { reason } from '../lib/reason.ts';

const run = promisify(execFile);

/** How `ssh` is called here, beside what leads to the instance. */
export type SshWay = { readonly user: string | null; readonly options: readonly string[] };

/** The arguments of `ssh`: the operator's own options first, then those of the address, which end with `--` and the host. */
export function sshCommand({ user, options }: SshWay, address: readonly string[]): readonly string[] {
  const named = user === null || address.at(-1)?.includes('@') === true ? [] : ['-l', user];
  return [...options, ...named, ...address];
}

/** Runs `ssh` in this terminal until it ends; answers in words how it did. */
export function sshHere(args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    // Ctrl-C in the session reaches the whole group; the console lives on.
    const ignore = (): void => undefined;
    process.on('SIGINT', ignore);
    const child = spawn('ssh', args, { stdio: 'inherit' });
    const end = (how: string): void => {
      process.off('SIGINT', ignore);
      done(how);
    };
    child.on('error', (error) => end(`not started: ${reason(error)}`));
    child.on('exit', (code, signal) => end(signal === null ? `code ${code ?? 0}` : signal));
  });
}

/** Opens a tmux window that runs `ssh`; answers with the window's identifier. */
export async function sshInWindow(name: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run('tmux', ['new-window', '-P', '-F', '#{window_id}', '-n', name, '--', 'ssh', ...args]);
  return stdout.trim();
}

/** Goes to a tmux window. */
export async function goToWindow(window: string): Promise<void> {
  await run('tmux', ['select-window', '-t', window]);
}

/** The identifiers of all tmux windows there are. */
export async function windows(): Promise<ReadonlySet<string>> {
  const { stdout } = await run('tmux', ['list-windows', '-a', '-F', '#{window_id}']);
  return new Set(stdout.split('\n').filter((line) => line !== ''));
}
