import { endInWords, runInTerminal } from '../../system/run-in-terminal.ts';

/** Operator's user name and options for `ssh`. */
export type SshWay = { readonly user: string | null; readonly options: readonly string[] };

/** Whether the options connect through another machine: probes from this machine then say nothing about reachability. */
export function isThroughOthers({ options }: SshWay): boolean {
  return options.some((option) => option.startsWith('-J') || /proxy(?:jump|command)/i.test(option));
}

/** The arguments of `ssh`: the operator's options first, then those of the address, which end with `--` and the host. */
export function sshCommand({ user, options }: SshWay, address: readonly string[]): readonly string[] {
  const named = user === null || address.at(-1)?.includes('@') === true ? [] : ['-l', user];
  return [...options, ...named, ...address];
}

/** Exit code of `ssh` for its own errors: it has said why on the terminal. */
const SSH_FAILED = 255;

/** A line of shell that keeps what is on the terminal until Enter is pressed. What ran there may have left it in any mode. */
const untilEnter = (afterwards: string): string =>
  `stty sane 2>/dev/null; printf '\\033[!p\\033(B\\n%s' 'ssh ended with code ${SSH_FAILED}. Press Enter to ${afterwards}.'; read -r enter`;

/** Runs `ssh` in this terminal until it ends; after an error of its own until the operator has read it. Returns its end in words. */
export async function sshHere(args: readonly string[]): Promise<string> {
  const end = await runInTerminal('ssh', args, 'remote');
  if (end.kind === 'code' && end.code === SSH_FAILED)
    await runInTerminal('/bin/sh', ['-c', untilEnter('go back to spotdeck')], 'tool');
  return endInWords(end);
}

/** A program for a window of its own that runs `ssh`, and keeps an error of its own there until Enter is pressed. */
export function sshInWindow(args: readonly string[]): { readonly program: string; readonly args: readonly string[] } {
  // With job control the window shows ssh as the program that runs in it.
  const script = `set -m; ssh "$@"; [ $? -ne ${SSH_FAILED} ] || { ${untilEnter('close this window')}; }`;
  return { program: '/bin/sh', args: ['-c', script, 'sh', ...args] };
}
