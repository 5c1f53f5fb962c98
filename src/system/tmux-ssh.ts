import { endInWords, runInTerminal } from './run-in-terminal.ts';

/** Operator's user name and options for `ssh`. */
export type SshWay = { readonly user: string | null; readonly options: readonly string[] };

/** Returns whether the options connect through another machine: probes from this machine then say nothing about reachability. */
export function isThroughOthers({ options }: SshWay): boolean {
  return options.some((option) => option.startsWith('-J') || /proxy(?:jump|command)/i.test(option));
}

/** Returns the arguments of `ssh`: the operator's options first, then those of the address, which end with `--` and the host. */
export function sshCommand({ user, options }: SshWay, address: readonly string[]): readonly string[] {
  const named = user === null || address.at(-1)?.includes('@') === true ? [] : ['-l', user];
  return [...options, ...named, ...address];
}

/** Runs `ssh` in this terminal until it ends. Returns its end in words. */
export async function sshHere(args: readonly string[]): Promise<string> {
  return endInWords(await runInTerminal('ssh', args));
}
